import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Report, report } from './report.ts';

const RESULT: Report = {
  bench: 'join',
  value: 10,
  unit: 'joins/s',
  limit: 5,
  limitOf: 'the reference',
  ratio: 2,
  target: 'ratio >= 1',
  met: true,
  details: { exact: true },
};

let earlierExitCode: typeof process.exitCode;
beforeEach(() => {
  earlierExitCode = process.exitCode;
  process.exitCode = undefined;
});
afterEach(() => {
  process.exitCode = earlierExitCode;
  vi.restoreAllMocks();
});

test('default: one line of JSON, and the exit code stays as it is', () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  report(RESULT);
  expect(printed.mock.calls).toEqual([[JSON.stringify(RESULT)]]);
  expect(process.exitCode).toBeUndefined();
});

test('behavior: a missed target sets exit code 1', () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  report({ ...RESULT, met: false });
  expect(process.exitCode).toBe(1);
});
