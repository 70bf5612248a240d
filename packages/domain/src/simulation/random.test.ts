import { expect, test } from 'vitest';
import { createRandom } from './random.ts';

const draws = (seed: number, stream: number, count = 20) => {
  const random = createRandom(seed, stream);
  return Array.from({ length: count }, () => random(0, 999_999));
};

test('the same seed and stream make the same numbers; others make others', () => {
  expect(draws(1, 1)).toEqual(draws(1, 1));
  expect(draws(1, 2)).not.toEqual(draws(1, 1));
  expect(draws(2, 1)).not.toEqual(draws(1, 1));
  expect(draws(0, 0, 3)).toMatchInlineSnapshot(`
    [
      392575,
      550101,
      856487,
    ]
  `);
});

test('both bounds are drawn, and nothing else', () => {
  const random = createRandom(5, 1);
  expect(new Set(Array.from({ length: 1_000 }, () => random(3, 6)))).toEqual(new Set([3, 4, 5, 6]));
  expect(random(7, 7)).toBe(7);
});

test('each value is as likely as the others: chi-squared of 100 values, twenty seeds', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const random = createRandom(seed, 1);
    const counts = Array.from({ length: 100 }, () => 0);
    for (let draw = 0; draw < 100_000; draw += 1) {
      const value = random(0, 99);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const chiSquared = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0);
    // 99 degrees of freedom: one sample in a million lies outside.
    expect(chiSquared).toBeGreaterThan(45);
    expect(chiSquared).toBeLessThan(181);
  }
});
