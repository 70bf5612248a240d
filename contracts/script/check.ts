/**
 * Checks the contracts: build without warnings, forge lint, format, solhint, generated files, tests against their
 * trees, tests, gas and mutations. Exits non-zero when a step fails. Arguments select steps by name;
 * `--report FILE` writes forge's report of the tests to a file, as JSON; `--without-soak` leaves the mutations out.
 * A step that passed with the same inputs does not run again, unless `--no-cache`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { briefReport, countTests } from '../../tools/checks/count-tests.ts';
import { findPass, recordPass } from '../../tools/checks/recorded-pass.ts';
import { hashContracts } from './contract-inputs.ts';
import { testNames } from './test-names.ts';
import { type Outcome, outputOf, root, runTool } from './tools.ts';

const TESTS = `${root}contracts/test/`;
const CACHE = `${root}node_modules/.cache/contracts`;

/** Written by `forge snapshot --match-test '^test_' --snap contracts/.gas-snapshot`. */
const SNAPSHOT = 'contracts/.gas-snapshot';

/** Forge's report is that of the step of tests only. */
type CheckOutcome = Outcome & { readonly report?: string };

/**
 * The sources are compiled separately from the tests: the compiler stops at 256 warnings, forge-std exceeds them by
 * itself, and sources compiled with it would count as built. Linting writes artifacts without bytecode.
 */
const STEPS: readonly (readonly [name: string, run: () => CheckOutcome])[] = [
  ['build', () => runTool(['forge', 'build', 'contracts/src'], outputOf('sources'))],
  ['lint', () => runTool(['forge', 'lint'], outputOf('lint'))],
  ['format', () => runTool(['forge', 'fmt', '--check'])],
  [
    'solhint',
    () =>
      runTool([
        'solhint',
        '--config',
        'contracts/.solhint.json',
        '--max-warnings',
        '0',
        '--disc',
        'contracts/src/**/*.sol',
      ]),
  ],
  ['generated', () => runTool(['node', 'contracts/script/generate.ts', '--check'])],
  ['trees', checkTrees],
  ['tests', runTests],
  ['gas', () => runTool(['forge', 'snapshot', '--match-test', '^test_', '--check', SNAPSHOT, '--tolerance', '5'])],
  ['mutations', () => runTool(['node', 'contracts/script/mutate.ts', ...(values['no-cache'] ? [] : ['--sample'])])],
];

const { values, positionals: requestedSteps } = parseArgs({
  options: {
    report: { type: 'string' },
    'without-soak': { type: 'boolean', default: false },
    'no-cache': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const selectedSteps = STEPS.filter(([name]) =>
  requestedSteps.length === 0 ? !(values['without-soak'] && name === 'mutations') : requestedSteps.includes(name),
);
if (selectedSteps.length === 0)
  throw new Error(`no such step; the steps are ${STEPS.map(([name]) => name).join(', ')}`);

const hash = hashContracts(root);
const unchangedSteps: string[] = [];
const failedSteps = selectedSteps.filter(([step, run]) => {
  const start = performance.now();
  // The mutations of a day are not those of the day before.
  const isRepeated = values['no-cache'] || step === 'mutations';
  const pass = isRepeated ? undefined : findPass(CACHE, { step, hash });
  const { ok, output, report } = pass === undefined ? run() : { ok: true, ...pass };
  if (values.report !== undefined && report !== undefined) writeFileSync(values.report, report);
  if (pass !== undefined) unchangedSteps.push(`${step} since ${pass.passedAt}`);
  else if (ok) record(step, { output, ...(report === undefined ? {} : { report: briefReport(JSON.parse(report)) }) });
  const cost = pass === undefined ? `${((performance.now() - start) / 1000).toFixed(1)} s` : 'unchanged';
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${step} (${cost})${lastLine(step, output)}`);
  if (!ok) console.log(output);
  return !ok;
});
if (unchangedSteps.length > 0) console.log(`note: unchanged (${hash}): ${unchangedSteps.join(', ')}`);
console.log(
  failedSteps.length === 0
    ? 'contracts: all steps passed'
    : `contracts: ${failedSteps.length} of ${selectedSteps.length} steps failed`,
);
process.exitCode = failedSteps.length === 0 ? 0 : 1;

function record(step: string, pass: { readonly output: string; readonly report?: string }): void {
  recordPass(CACHE, { step, hash, passedAt: new Date().toISOString(), ...pass });
}

/** Runs the tests, and when one fails again without JSON, since forge then prints counterexamples. */
function runTests(): CheckOutcome {
  const { ok, stdout } = runTool(['forge', 'test', '--json']);
  if (!ok) return { ok, output: withoutPassed(runTool(['forge', 'test']).output), report: stdout };
  const { passed, failed } = countTests('forge', JSON.parse(stdout));
  return { ok: failed === 0, output: `${passed} passed, ${failed} failed`, report: stdout };
}

function withoutPassed(output: string): string {
  const lines = output.split('\n');
  return lines.filter((line) => !line.startsWith('[PASS]')).join('\n');
}

/** Checks that every test is in the tree of its file, and that every leaf of the tree is a test. */
function checkTrees(): Outcome {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.t.sol'));
  const problems = files.length === 0 ? ['no test files'] : [];
  let testCount = 0;
  for (const file of files) {
    const tree = file.replace(/\.t\.sol$/, '.tree');
    const expectedNames = testNames(readFileSync(TESTS + tree, 'utf8'));
    const source = readFileSync(TESTS + file, 'utf8');
    const foundNames = [...source.matchAll(/function ((?:test|testFuzz|invariant)_\w+)\(/g)].map(
      ([, name = '']) => name,
    );
    problems.push(...expectedNames.filter((name) => !foundNames.includes(name)).map((name) => `${file} lacks ${name}`));
    problems.push(...foundNames.filter((name) => !expectedNames.includes(name)).map((name) => `${tree} lacks ${name}`));
    if (new Set(expectedNames).size !== expectedNames.length) problems.push(`${tree} has a leaf twice`);
    testCount += foundNames.length;
  }
  return { ok: problems.length === 0, output: [...problems, `${testCount} tests in ${files.length} trees`].join('\n') };
}

function lastLine(name: string, output: string): string {
  const hasSummary = ['tests', 'trees', 'mutations'].includes(name);
  return hasSummary ? `\n${output.trimEnd().split('\n').at(-1) ?? ''}` : '';
}
