import { expect, test } from 'vitest';
import { rosettePath } from './rosette.ts';
import { skylineAt } from './skylines.ts';

test('finds a skyline by place and under any name of the city; other places have none', () => {
  const london = skylineAt({ latitude: 51.5074, longitude: -0.1278 });
  expect(london).toMatch(/^M0 100/);
  expect(skylineAt({ latitude: 1.2897, longitude: 103.8501 })).not.toBe(london);
  expect(skylineAt({ latitude: 10, longitude: 20 })).toBeNull();
});

test('a rosette is deterministic for a name and differs between names', () => {
  expect(rosettePath('Bergen')).toBe(rosettePath('Bergen'));
  expect(rosettePath('Bergen')).not.toBe(rosettePath('Bogotá'));
  expect(rosettePath('')).toMatch(/^M-?\d/);
});
