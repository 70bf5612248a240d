import { setImmediate } from 'node:timers/promises';
import { type CollectorMood, startCollector } from '@city-mint/tests/setup/start-collector';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { activeSpan, kindOf, startSpan, traced, tracedJob, tracedPart, traceFields } from './active-span.ts';
import { startTracing, stopTracing } from './start-tracing.ts';

/** More than the 4,096 spans that wait, and those that are being sent. */
const MANY = 20_000;

async function startTraced({ mood = 'accepts' as CollectorMood, share = 1 } = {}) {
  const collector = await startCollector(mood);
  const errors: unknown[] = [];
  const onSent = (error?: unknown) => void (error !== undefined && errors.push(error));
  await startTracing({ service: 'test', endpoint: `${collector.url}/`, share, onSent });
  onTestFinished(async () => {
    await stopTracing();
    await collector.stop();
  });
  return { collector, errors };
}

/** Runs work in spans of their own. Waiting for the answers of a collector that hangs would take minutes. */
async function work(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    await traced('work', {}, async () => undefined);
    // The collector is asked meanwhile.
    if (done % 1_000 === 0) await setImmediate();
  }
}

describe('a collector', () => {
  test('default: receives the spans of work, of its parts and of its failures', async () => {
    const { collector } = await startTraced();
    const failing = traced('work', { attributes: { 'city_mint.step': 'fees' } }, () =>
      tracedPart('part', async () => {
        throw Object.assign(new Error('the amount 4711 is secret'), { code: '23514' });
      }),
    );
    await expect(failing).rejects.toThrow('4711');
    await stopTracing();
    const [part, whole] = collector.spans();
    expect(whole).toMatchObject({
      service: 'city-mint test',
      attributes: { 'city_mint.step': 'fees', 'error.type': '23514' },
    });
    expect(part).toMatchObject({ name: 'part', parentSpanId: whole?.spanId, traceId: whole?.traceId });
    expect(collector.text()).not.toContain('4711');
  });

  test.each(['hangs', 'fails', 'closes'] as const)(
    'attack: one that %s neither slows nor breaks work, stores a bounded number of spans, and delays no end',
    async (mood) => {
      const { collector, errors } = await startTraced({ mood });
      await work(MANY);
      await expect.poll(() => collector.requests()).toBeGreaterThan(0);
      await expect.poll(() => errors.length, { timeout: 30_000 }).toBeGreaterThan(0);
      collector.mood = 'accepts';
      await stopTracing();
      expect(collector.spans().length).toBeLessThanOrEqual(4_096);
    },
  );

  test('behavior: a process ends while its collector hangs', async () => {
    const { collector } = await startTraced({ mood: 'hangs' });
    await work(10);
    await expect.poll(() => collector.requests()).toBe(1);
    await work(10);
    await stopTracing();
    expect(collector.spans()).toEqual([]);
  });

  test('behavior: of a share of 0 it receives nothing, also of spans that links and parts begin', async () => {
    const { collector } = await startTraced({ share: 0 });
    await traced('work', {}, () => tracedPart('part', async () => undefined));
    const wait = startSpan('wait');
    startSpan('batch', { links: wait === undefined ? [] : [wait] })?.end();
    wait?.end();
    await stopTracing();
    expect(collector.spans()).toEqual([]);
  });

  test('behavior: a batch is recorded with one of its calls, whatever the share, and links it alone', async () => {
    const { collector } = await startTraced({ share: 0 });
    const isSampled = (sampled: boolean) => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), isSampled: sampled });
    const waits = [false, true].map((sampled) => startSpan('wait', { parent: isSampled(sampled) }));
    startSpan('batch', { links: waits.filter((each) => each !== undefined) })?.end();
    await stopTracing();
    const [batch] = collector.spans();
    expect(batch?.links).toEqual([expect.objectContaining({ spanId: waits[1]?.spanId })]);
  });

  test('behavior: a job has a span only if it calls or logs something', async () => {
    const { collector } = await startTraced();
    await tracedJob('idle', async () => expect(activeSpan()).toBeUndefined());
    const logged = await tracedJob('busy', async () => {
      await traced('chain call', {}, async () => undefined);
      return traceFields();
    });
    await stopTracing();
    const [call, job] = collector.spans();
    expect(collector.spans()).toHaveLength(2);
    expect(job).toMatchObject({ name: 'job', attributes: { 'city_mint.job': 'busy' }, spanId: logged.span_id });
    expect(call?.parentSpanId).toBe(job?.spanId);
  });
});

test('behavior: without a collector work runs without spans', async () => {
  const seen = vi.fn();
  await startTracing({ service: 'test', endpoint: undefined, share: 1, onSent: seen });
  expect(await traced('work', {}, async () => activeSpan() ?? 'none')).toBe('none');
  expect(traceFields()).toEqual({});
});

test.each([
  [Object.assign(new Error('x'), { code: '40P01' }), '40P01'],
  [new RangeError('0xabc'), 'RangeError'],
  [Object.assign(new Error('x'), { code: 'a text with an amount of 3' }), 'Error'],
  ['text', 'Error'],
])('behavior: the kind of %o is %s, which is no text of an error', (error, kind) => expect(kindOf(error)).toBe(kind));
