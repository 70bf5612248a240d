import { divide } from '../money/division.ts';
import type { Terms } from './terms.ts';

type Window = Pick<Terms, 'opensAt' | 'closesAt' | 'lateBps'>;

/**
 * Returns how long the last part of the window is whose orders are `late`, in whole milliseconds, rounded down. The
 * window's length is the planned one: a pause moves the end of the window and makes no part of it longer.
 * docs/money-rules.md#2-terms-of-a-round
 */
export function lateMs({ opensAt, closesAt, lateBps }: Window): number {
  return Number(divide(BigInt(closesAt - opensAt) * BigInt(lateBps), { by: 10_000n, rounding: 'down' }));
}

/**
 * Returns whether an order that joins `at` is late: `closesAt` is the end of the window as it is known at that moment.
 * Times in UTC milliseconds. docs/money-rules.md#2-terms-of-a-round
 */
export function isLate(terms: Window, { closesAt, at }: { readonly closesAt: number; readonly at: number }): boolean {
  return at >= closesAt - lateMs(terms);
}
