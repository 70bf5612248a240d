import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Check } from './checks.ts';
import { countTests, type TestCount, type TestRunner } from './count-tests.ts';
import { type FileTime, readFileTimes } from './file-times.ts';
import { SOAK_TAGS, type SoakTag } from './soak-tags.ts';

/** The result of a step; `output` is everything it printed, `times` how long each of its test files took. */
export type CheckResult = TestCount & {
  name: string;
  ok: boolean;
  seconds: number;
  output: string;
  times: readonly FileTime[];
};

type Command = Pick<Check, 'command' | 'patient'> & { environment?: Record<string, string> };

const SHOWN_LINES = 200;

/** Adds the arguments with which each runner also writes a report; vitest's are in its configuration. */
const REPORTED: Record<TestRunner, (command: Command['command'], report: string) => Command> = {
  vitest: (command, report) => ({ command, environment: { VITEST_REPORT: report } }),
  forge: (command, report) => ({ command: [...command, '--report', report] }),
  playwright: (command, report) => ({
    command: [...command, '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  }),
};

/**
 * Adds what makes each runner leave out the tests with these tags. Forge has no tags, only mutations. Playwright's own
 * option does not apply to a project that another one depends on, so its configuration reads the tags.
 */
const WITHOUT: Record<TestRunner, (run: Command, tags: readonly SoakTag[]) => Command> = {
  vitest: (run, tags) => ({
    ...run,
    command: [...run.command, `--tags-filter=${tags.map((tag) => `!${tag}`).join(' && ')}`],
  }),
  forge: (run, tags) =>
    tags.length < SOAK_TAGS.length ? run : { ...run, command: [...run.command, '--without-soak'] },
  playwright: (run, tags) => ({ ...run, environment: { ...run.environment, LEFT_OUT_TAGS: tags.join() } }),
};

/**
 * Runs the steps, at most `parallel` at a time, and prints a line for each: its time, its count and its notes, and the
 * output of those that failed. Tests with a tag of `leftOut` do not run. Returns the results.
 */
export async function runChecks(
  checks: readonly Check[],
  { parallel, leftOut = SOAK_TAGS }: { parallel: number; leftOut?: readonly SoakTag[] },
): Promise<CheckResult[]> {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const result = await runCheck(check, leftOut);
      results.push(result);
      report(result);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

/** Prints the last line of a run, "N passed, M failed"; returns the exit code. */
export function sumUp(results: readonly CheckResult[]): number {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && results.length > 0 ? 0 : 1;
}

/** A failed step counts at least one failure; a runner that wrote no report, or ran no test, has failed. */
async function runCheck(check: Check, leftOut: readonly SoakTag[]): Promise<CheckResult> {
  const { name, tests, patient = false } = check;
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-report-'));
  try {
    const file = join(folder, 'report.json');
    const { code, output } = await runToEnd({ ...commandOf(check, file, leftOut), patient });
    const { count, times, problem } = tests === undefined ? countStep(code) : readReport(tests, file);
    const ok = code === 0 && count.failed === 0 && problem === '';
    return {
      ...count,
      name,
      ok,
      failed: ok ? 0 : Math.max(1, count.failed),
      seconds: (performance.now() - start) / 1000,
      output: `${output}${problem}`,
      times,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns how to run a step with a report in `file` and without these tags. */
function commandOf({ command, tests }: Check, file: string, tags: readonly SoakTag[]): Command {
  if (tests === undefined) return { command };
  const run = REPORTED[tests](command, file);
  return tags.length === 0 ? run : WITHOUT[tests](run, tags);
}

type Read = { count: TestCount; times: readonly FileTime[]; problem: string };

function countStep(code: number): Read {
  const passed = code === 0 ? 1 : 0;
  return { count: { passed, failed: 1 - passed, failedTests: [], flakyTests: [] }, times: [], problem: '' };
}

function readReport(runner: TestRunner, file: string): Read {
  try {
    const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const count = countTests(runner, report);
    const times = readFileTimes(
      runner,
      runner === 'vitest' ? JSON.parse(readFileSync(`${file}.times`, 'utf8')) : report,
    );
    return { count, times, problem: count.passed + count.failed === 0 ? '\nno test was run\n' : '' };
  } catch (error) {
    const count = { passed: 0, failed: 0, failedTests: [], flakyTests: [] };
    return { count, times: [], problem: `\nno report of ${runner}: ${String(error)}\n` };
  }
}

function runToEnd({
  command: [file, ...args],
  environment,
  patient,
}: Command): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const env = { ...process.env, NO_COLOR: '1', ...environment };
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    if (patient === true && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const forward = (signal: NodeJS.Signals) => child.kill(signal);
    const finish = (code: number, problem = '') => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      done({ code, output: Buffer.concat(chunks).toString('utf8') + problem });
    };
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.once('error', (error) => finish(1, `${file}: ${error.message}`));
    child.once('close', (code) => finish(code ?? 1));
  });
}

function report({ name, ok, seconds, passed, failed, failedTests, flakyTests, output }: CheckResult): void {
  const count = passed + failed > 1 ? `  ${passed} passed, ${failed} failed` : '';
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s${count}`);
  const plain = stripVTControlCharacters(output);
  for (const [, note = ''] of plain.matchAll(/^note: (.+)$/gm)) console.log(`       ${note}`);
  for (const test of flakyTests) console.log(`       tried twice: ${test}`);
  if (ok) return;
  // The names first, where a truncated log still shows them.
  for (const test of failedTests) console.log(`       failed: ${test}`);
  const lines = plain.trimEnd().split('\n');
  // From the list of failures on, which vitest prints after the passed tests.
  const start = Math.max(
    0,
    lines.length - SHOWN_LINES,
    lines.findIndex((line) => line.includes(' Failed ')),
  );
  console.log(`(the last ${lines.length - start} of ${lines.length} lines)`);
  console.log(lines.slice(start).join('\n'));
}
