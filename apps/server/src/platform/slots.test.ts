import { describe, expect, test } from 'vitest';
import { QueueFull } from './batcher.ts';
import { createSlots } from './slots.ts';

describe('slots of the event loop', () => {
  /** Starts fifty tasks together; returns their order, where `other` is the task of another caller in between. */
  async function orderOf(slot: () => Promise<void>): Promise<(number | 'other')[]> {
    const order: (number | 'other')[] = [];
    const works = Array.from({ length: 50 }, async (_, index) => {
      await slot();
      order.push(index);
    });
    const other = (async () => {
      for (let step = 0; step < 10; step += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        order.push('other');
      }
    })();
    await Promise.all([...works, other]);
    return order;
  }

  test('default: other callers run between two tasks, which keep their order', async () => {
    const order = await orderOf(createSlots({ mostWaiting: 50 }));
    expect(order.filter((entry) => entry !== 'other')).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(order.lastIndexOf('other')).toBeLessThan(25);
  });

  test('broken twin: without slots other callers wait for all tasks', async () => {
    const order = await orderOf(async () => undefined);
    expect(order.indexOf('other')).toBe(50);
  });

  test('refuses one more than the maximum of waiting calls, and serves the waiting ones', async () => {
    const slot = createSlots({ mostWaiting: 2 });
    const first = [slot(), slot()];
    await expect(slot()).rejects.toBeInstanceOf(QueueFull);
    await Promise.all(first);
    await expect(slot()).resolves.toBeUndefined();
  });
});
