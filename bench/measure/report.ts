export type Report = {
  readonly bench: string;
  readonly value: number;
  readonly unit: string;
  /** The figure it is held against, measured in the same run. */
  readonly limit: number;
  readonly limitOf: string;
  /** value / limit for rates, limit / value never: the bench says which way is better. */
  readonly ratio: number;
  readonly target: string;
  readonly met: boolean;
  readonly details: Record<string, unknown>;
};

/** Prints a benchmark's result as the last line, one JSON object, and ends the process with 1 when its target is missed. */
export function report(result: Report): void {
  console.log(JSON.stringify(result));
  if (!result.met) process.exitCode = 1;
}
