import { describe, expect, test } from 'vitest';
import { QueueFull } from './batcher.ts';
import { createSlots } from './slots.ts';

describe('slots of the event loop', () => {
  /** Begins fifty works at once; returns their order, in which `other` is what another caller had to do meanwhile. */
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

  test('default: others are served between two works, which keep their order', async () => {
    const order = await orderOf(createSlots({ mostWaiting: 50 }));
    expect(order.filter((entry) => entry !== 'other')).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(order.lastIndexOf('other')).toBeLessThan(25);
  });

  test('broken twin: without slots others wait for all works', async () => {
    const order = await orderOf(async () => undefined);
    expect(order.indexOf('other')).toBe(50);
  });

  test('where as many wait as may, one more is refused, and those who wait are served', async () => {
    const slot = createSlots({ mostWaiting: 2 });
    const first = [slot(), slot()];
    await expect(slot()).rejects.toBeInstanceOf(QueueFull);
    await Promise.all(first);
    await expect(slot()).resolves.toBeUndefined();
  });
});
