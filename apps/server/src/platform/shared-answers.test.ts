import { describe, expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

/** Readings that end when the test resolves them, and a clock that the test moves. */
function buildReadings() {
  const begun: { resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const clock = { now: 1_000 };
  const { share, forget } = createSharedAnswers({ maximumAgeMs: 500, mostKeys: 2, now: () => clock.now });
  const read = () =>
    new Promise<string>((resolve, reject) => {
      begun.push({ resolve, reject });
    });
  return { begun, clock, share, forget, ask: (key = 'home') => share(key, read) };
}

describe('shared answers', () => {
  test('default: one reading serves all calls within half a second of its beginning', async () => {
    const { begun, clock, ask } = buildReadings();
    const answers = [ask(), ask(), ask()];
    expect(begun).toHaveLength(1);
    clock.now += 400;
    begun[0]?.resolve('first');
    expect(await Promise.all(answers)).toEqual(['first', 'first', 'first']);
    clock.now += 99;
    expect(await ask()).toBe('first');
    clock.now += 1;
    const later = ask();
    expect(begun).toHaveLength(2);
    begun[1]?.resolve('second');
    expect(await later).toBe('second');
  });

  test('behavior: a call during an outdated reading waits for the next, one at a time', async () => {
    const { begun, clock, ask } = buildReadings();
    const first = ask();
    clock.now += 500;
    const late = [ask(), ask()];
    expect(begun).toHaveLength(1);
    begun[0]?.resolve('old');
    expect(await first).toBe('old');
    await Promise.resolve();
    expect(begun).toHaveLength(2);
    begun[1]?.resolve('new');
    expect(await Promise.all(late)).toEqual(['new', 'new']);
  });

  test('behavior: an error reaches the waiting calls, and the next call reads again', async () => {
    const { begun, clock, ask } = buildReadings();
    const answers = [ask(), ask()];
    begun[0]?.reject(new Error('the database is away'));
    for (const answer of answers) await expect(answer).rejects.toThrow('the database is away');
    const next = ask();
    expect(begun).toHaveLength(2);
    clock.now += 500;
    const late = ask();
    begun[1]?.reject(new Error('still away'));
    await expect(next).rejects.toThrow('still away');
    await new Promise((resolve) => setImmediate(resolve));
    begun[2]?.resolve('back');
    expect(await late).toBe('back');
  });

  test('behavior: an immediate throw is not cached', async () => {
    const { share, begun, ask } = buildReadings();
    await expect(
      share('home', async () => {
        throw new Error('no connection');
      }),
    ).rejects.toThrow('no connection');
    const answer = ask();
    begun[0]?.resolve('read');
    expect(await answer).toBe('read');
  });

  test('behavior: keys are separate, and their number is limited', async () => {
    const { begun, ask } = buildReadings();
    const answers = [ask('one'), ask('two'), ask('three')];
    for (const [index, { resolve }] of begun.entries()) resolve(String(index));
    expect(await Promise.all(answers)).toEqual(['0', '1', '2']);
    await ask('two');
    expect(begun).toHaveLength(3);
    const again = ask('one');
    expect(begun).toHaveLength(4);
    begun[3]?.resolve('again');
    expect(await again).toBe('again');
  });

  test('behavior: a dropped answer is read again immediately, even during a reading', async () => {
    const { begun, forget, ask } = buildReadings();
    const before = ask();
    forget();
    const after = ask();
    expect(begun).toHaveLength(2);
    begun[0]?.resolve('before');
    begun[1]?.resolve('after');
    expect(await Promise.all([before, after, ask()])).toEqual(['before', 'after', 'after']);
  });

  test('behavior: with a maximum age of 0 each answer is read after its call', async () => {
    let count = 0;
    const { share } = createSharedAnswers({ maximumAgeMs: 0 });
    const read = async () => {
      count += 1;
      return count;
    };
    const first = share('home', read);
    expect(await Promise.all([first, share('home', read), share('home', read)])).toEqual([1, 2, 2]);
    expect(await share('home', read)).toBe(3);
  });
});
