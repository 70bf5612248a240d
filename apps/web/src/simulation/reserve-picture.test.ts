import type { RoundOutlook } from '@city-mint/domain/simulation/simulate-plan';
import { expect, test } from 'vitest';
import { reservePicture } from './reserve-picture.ts';

const NONE = { low: 0n, middle: 0n, high: 0n };
const round = (number: number, reserve: RoundOutlook['reserve']): RoundOutlook => ({
  ...{ number, minted: 1, failed: 0, uncovered: 0, filledBps: NONE, reserve },
  ...{ emission: NONE, nodes: NONE, levels: NONE, treasury: NONE, launchCosts: NONE },
});

test('default: starts with the initial reserve, and is as high as its highest value', () => {
  const rounds = [round(1, { low: 25n, middle: 50n, high: 100n }), round(2, { low: 0n, middle: 10n, high: 20n })];
  expect(reservePicture(50n, rounds)).toEqual([
    { number: 0, x: 0, low: 0.5, middle: 0.5, high: 0.5 },
    { number: 1, x: 0.5, low: 0.25, middle: 0.5, high: 1 },
    { number: 2, x: 1, low: 0, middle: 0.1, high: 0.2 },
  ]);
});

test('edge case: no reserve, and no round', () => {
  expect(reservePicture(0n, [])).toEqual([{ number: 0, x: 0, low: 0, middle: 0, high: 0 }]);
});
