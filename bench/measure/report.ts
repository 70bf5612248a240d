import type { Spread } from './statistics.ts';

/** The result of a benchmark. */
export type Report = {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  /** The reference, measured in the same run. */
  readonly limit: number;
  readonly limitOf: string;
  /** Always value / limit; `target` says whether a higher or a lower ratio is better. */
  readonly ratio: number;
  readonly target: string;
  readonly met: boolean;
  /** Figures that were repeated in this run, with their spread. */
  readonly repeated?: Readonly<Record<string, Spread>>;
  readonly details: Record<string, unknown>;
};

/** Prints a result as one line of JSON; sets exit code 1 when the target is missed. */
export function report(result: Report): void {
  console.log(JSON.stringify(result));
  if (!result.met) process.exitCode = 1;
}
