import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createTimers } from './timers.ts';

const log = pino({ level: 'silent' });

describe('createTimers', () => {
  test('default: runs immediately and repeatedly, never concurrently, and stops', async () => {
    const timers = createTimers({ log });
    let running = 0;
    let most = 0;
    let runs = 0;
    const timer = timers.everyMs('test', 1, async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(2);
      running -= 1;
      runs += 1;
    });
    for (let wake = 0; wake < 10; wake += 1) timer.wake();
    await expect.poll(() => runs).toBeGreaterThan(2);
    await timers.stop();
    expect(most).toBe(1);
    expect(running).toBe(0);
    const atStop = runs;
    await sleep(20);
    expect(runs).toBe(atStop);
  });

  test('behavior: retries a failed run', async () => {
    const timers = createTimers({ log });
    let runs = 0;
    timers.everyMs('test', 1, async () => {
      runs += 1;
      throw new Error('no');
    });
    await expect.poll(() => runs).toBeGreaterThan(1);
    await timers.stop();
  });

  test('behavior: a wake-up ends the pause, also during a run', async () => {
    const timers = createTimers({ log });
    let runs = 0;
    const timer = timers.everyMs('test', 60_000, async () => {
      runs += 1;
      await sleep(5);
    });
    timer.wake();
    await expect.poll(() => runs).toBe(2);
    timer.wake();
    await expect.poll(() => runs).toBe(3);
    // It was not woken again, and its pause is a minute.
    await sleep(30);
    expect(runs).toBe(3);
    await timers.stop();
  });

  test('behavior: stopping waits for the current run and aborts its signal', async () => {
    const timers = createTimers({ log });
    let isDone = false;
    timers.everyMs('test', 1, async (signal) => {
      while (!signal.aborted) await sleep(1);
      isDone = true;
    });
    await timers.stop();
    expect(isDone).toBe(true);
  });
});
