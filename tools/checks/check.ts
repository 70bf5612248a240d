/** One step of what must pass. `tests` says how to read from its output how many tests it ran; without it, it is one. */
export type Check = { name: string; command: [string, ...string[]]; tests?: 'vitest' | 'forge' | 'playwright' };

/** How a step went. `output` is everything that it printed. */
export type CheckResult = {
  name: string;
  ok: boolean;
  seconds: number;
  passed: number;
  failed: number;
  output: string;
};
