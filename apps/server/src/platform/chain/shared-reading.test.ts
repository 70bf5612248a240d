import { createPublicClient, custom } from 'viem';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMajorityNode } from './majority-node.ts';
import { createSharedReading } from './shared-reading.ts';

const RECEIPTS = { method: 'eth_getBlockReceipts', params: ['0x5'] };

/** Answers with the number of calls so far. */
function counting() {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

describe('answers', () => {
  test('default: shares an answer with the next reader, and with one that asks while it is pending', async () => {
    const shared = createSharedReading();
    const ask = counting();
    expect(await Promise.all([shared.once(RECEIPTS, ask), shared.once(RECEIPTS, ask)])).toEqual([1, 1]);
    expect(await shared.once(RECEIPTS, ask)).toBe(1);
    expect(await shared.once({ ...RECEIPTS, params: ['0x6'] }, ask)).toBe(2);
  });

  test('behavior: failures are not cached, answers expire after ten seconds and can be dropped', async () => {
    let nowMs = 0;
    const shared = createSharedReading({ now: () => nowMs });
    const ask = counting();
    await expect(shared.once(RECEIPTS, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await shared.once(RECEIPTS, ask)).toBe(1);
    nowMs = 9_999;
    expect(await shared.once(RECEIPTS, ask)).toBe(1);
    nowMs = 10_000;
    expect(await shared.once(RECEIPTS, ask)).toBe(2);
    shared.forget();
    expect(await shared.once(RECEIPTS, ask)).toBe(3);
  });

  test('behavior: evicts the oldest of many answers', async () => {
    const shared = createSharedReading({ now: () => 0 });
    const ask = counting();
    for (let block = 0; block < 200; block += 1) await shared.once({ ...RECEIPTS, params: [block] }, ask);
    expect(await shared.once({ ...RECEIPTS, params: [199] }, ask)).toBe(200);
    expect(await shared.once({ ...RECEIPTS, params: [0] }, ask)).toBe(201);
  });

  test('attack: only receipts of final blocks are shared, never headers, logs or blocks that may change', async () => {
    const asked: string[] = [];
    const request = async ({ method, params }: { method: string; params: unknown[] }) => {
      asked.push(`${method} ${String(params[0])}`);
      return [];
    };
    const node = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) });
    const reading = createSharedReading();
    const majority = createMajorityNode([node], { shared: { reading, finalNumber: 5n } });
    const twice = async (method: string, params: unknown[]) => {
      asked.length = 0;
      for (let time = 0; time < 2; time += 1) await majority.request({ method, params } as never);
      return asked.length;
    };
    expect(await twice('eth_getBlockReceipts', ['0x5'])).toBe(1);
    expect(await twice('eth_getBlockReceipts', ['0x6'])).toBe(2);
    expect(await twice('eth_getBlockByNumber', ['0x5', false])).toBe(2);
    expect(await twice('eth_getLogs', [{ fromBlock: '0x5', toBlock: '0x5' }])).toBe(2);
  });
});

describe('the leading reader', () => {
  afterEach(() => void vi.useRealTimers());

  test('default: others wait until it reads as far as they do, or nothing at all', async () => {
    const shared = createSharedReading();
    await shared.untilLed(100n);
    shared.leadTo(10n);
    await shared.untilLed(10n);
    let isLed = false;
    const waiting = shared.untilLed(20n).then(() => {
      isLed = true;
    });
    shared.leadTo(19n);
    await new Promise(setImmediate);
    expect(isLed).toBe(false);
    shared.leadTo(20n);
    await waiting;
    const last = shared.untilLed(30n);
    shared.leadTo(undefined);
    await last;
  });

  test('behavior: they wait at most a second for a reader without progress', async () => {
    vi.useFakeTimers();
    const shared = createSharedReading();
    shared.leadTo(10n);
    let isOver = false;
    const waiting = shared.untilLed(11n).then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
  });
});
