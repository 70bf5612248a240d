import { stripVTControlCharacters } from 'node:util';
import type { Check, CheckResult } from './check.ts';
import { listNotes } from './list-notes.ts';
import { runCheck } from './run-check.ts';

const SHOWN_LINES = 200;

/** How vitest, Playwright and forge begin the line that names a test that failed. */
const FAILED_TEST = /^\s*(?:FAIL\s|× |\d+\) \[|\[FAIL)/;

/**
 * Runs the steps, at most `parallel` at a time, prints a line for each with its time, and the output of those that
 * failed. Its notes are passed on.
 */
export async function runChecks(checks: Check[], { parallel }: { parallel: number }): Promise<CheckResult[]> {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runCheck(check);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

/** The last line of a run, alone: "N passed, M failed". The result is the exit code. */
export function sumUp(results: CheckResult[]): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && results.length > 0 ? 0 : 1;
}

function report(result: CheckResult): void {
  const count = result.passed + result.failed > 1 ? `  ${result.passed} passed, ${result.failed} failed` : '';
  console.log(
    `${result.ok ? 'ok    ' : 'FAILED'} ${result.name.padEnd(14)} ${result.seconds.toFixed(1).padStart(6)} s${count}`,
  );
  for (const note of listNotes(result.output)) console.log(`       ${note}`);
  if (result.ok) return;
  const lines = stripVTControlCharacters(result.output).trimEnd().split('\n');
  // Their names first: whoever sees only the beginning of a long log must see these.
  for (const line of new Set(lines.filter((each) => FAILED_TEST.test(each)))) console.log(`       ${line.trim()}`);
  // From where vitest begins with what failed; the tests that passed say nothing about it.
  const start = Math.max(
    0,
    lines.length - SHOWN_LINES,
    lines.findIndex((line) => line.includes(' Failed ')),
  );
  console.log(`(the last ${lines.length - start} of ${lines.length} lines)`);
  console.log(lines.slice(start).join('\n'));
}
