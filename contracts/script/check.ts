/**
 * Everything that must hold of the contracts, in one command: builds without a warning, forge lint,
 * format, solhint, tests, gas, tests as the trees say, generated files, planted bugs. Ends non-zero when one fails.
 * Arguments pick steps by name; `--report FILE` writes forge's report of the tests to a file, as JSON.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countTests } from '../../tools/checks/count-tests.ts';
import { testNames } from './test-names.ts';
import { apart, type Outcome, root, runTool } from './tools.ts';

const TESTS = `${root}contracts/test/`;

/** Written by `forge snapshot --match-test '^test_' --snap contracts/.gas-snapshot`. */
const SNAPSHOT = 'contracts/.gas-snapshot';

/**
 * The sources are compiled apart from the tests: the compiler stops at 256 warnings, forge-std alone has more, and what
 * was compiled with it would count as done. Linting writes artifacts without bytecode.
 */
const STEPS: readonly (readonly [name: string, run: () => Outcome])[] = [
  ['build', () => runTool(['forge', 'build', 'contracts/src'], apart('sources'))],
  ['lint', () => runTool(['forge', 'lint'], apart('lint'))],
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
  ['mutations', () => runTool(['node', 'contracts/script/mutate.ts'])],
];

const { values, positionals: asked } = parseArgs({ options: { report: { type: 'string' } }, allowPositionals: true });
const chosen = STEPS.filter(([name]) => asked.length === 0 || asked.includes(name));
if (chosen.length === 0) throw new Error(`no such step, there are ${STEPS.map(([name]) => name).join(', ')}`);

const failed = chosen.filter(([name, run]) => {
  const start = performance.now();
  const { ok, output } = run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${lastLine(name, output)}`);
  if (!ok) console.log(output);
  return !ok;
});
console.log(failed.length === 0 ? 'contracts: all good' : `contracts: ${failed.length} of ${chosen.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Runs the tests; when one fails, they run again without JSON, since only then forge prints the counterexamples. */
function runTests(): Outcome {
  const { ok, stdout } = runTool(['forge', 'test', '--json']);
  if (values.report !== undefined) writeFileSync(values.report, stdout);
  if (!ok) return { ok, output: withoutPassed(runTool(['forge', 'test']).output) };
  const { passed, failed } = countTests('forge', JSON.parse(stdout));
  return { ok: failed === 0, output: `${passed} passed, ${failed} failed` };
}

function withoutPassed(output: string): string {
  const lines = output.split('\n');
  return lines.filter((line) => !line.startsWith('[PASS]')).join('\n');
}

/** Every test stands in the tree of its file, and every leaf of the tree is a test. */
function checkTrees(): Outcome {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.t.sol'));
  const problems = files.length === 0 ? ['no test files'] : [];
  let count = 0;
  for (const file of files) {
    const tree = file.replace(/\.t\.sol$/, '.tree');
    const wanted = testNames(readFileSync(TESTS + tree, 'utf8'));
    const source = readFileSync(TESTS + file, 'utf8');
    const found = [...source.matchAll(/function ((?:test|testFuzz|invariant)_\w+)\(/g)].map(([, name = '']) => name);
    problems.push(...wanted.filter((name) => !found.includes(name)).map((name) => `${file} lacks ${name}`));
    problems.push(...found.filter((name) => !wanted.includes(name)).map((name) => `${tree} lacks ${name}`));
    if (new Set(wanted).size !== wanted.length) problems.push(`${tree} has a leaf twice`);
    count += found.length;
  }
  return { ok: problems.length === 0, output: [...problems, `${count} tests in ${files.length} trees`].join('\n') };
}

function lastLine(name: string, output: string): string {
  const said = ['tests', 'trees', 'mutations'].includes(name);
  return said ? `\n${output.trimEnd().split('\n').at(-1) ?? ''}` : '';
}
