import type { RoundOutlook, Spread } from '@city-mint/domain/simulation/simulate-plan';

/** A round of the picture: its horizontal position and the height of the reserve after it, each from 0 to 1. */
export type ReservePoint = {
  readonly number: number;
  readonly x: number;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
};

/**
 * Returns the reserve over the rounds of a simulation, only for drawing: its initial value, then that after each round,
 * relative to the highest value.
 */
export function reservePicture(start: bigint, rounds: readonly RoundOutlook[]): readonly ReservePoint[] {
  const begun: Spread = { low: start, middle: start, high: start };
  const held = [{ number: 0, reserve: begun }, ...rounds];
  let highest = 1n;
  for (const { reserve } of held) if (reserve.high > highest) highest = reserve.high;
  const part = (value: bigint) => Number((value * 10_000n) / highest) / 10_000;
  return held.map(({ number, reserve }, index) => ({
    number,
    x: held.length === 1 ? 0 : index / (held.length - 1),
    low: part(reserve.low),
    middle: part(reserve.middle),
    high: part(reserve.high),
  }));
}
