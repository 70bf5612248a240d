// npm run -s measure [-- --list RULE]: figures of the tree beside its goals; or what breaks one rule, a line each.
import { parseArgs } from 'node:util';
import { overlongLines } from './architecture/line-length.ts';
import { PENDING_RULES } from './architecture/pending-rules.ts';
import { readRepository } from './architecture/read-repository.ts';
import { RULES } from './architecture/rules.ts';
import {
  functionsUsedOnce,
  meanNameLength,
  type Share,
  testsToSource,
  tinyFilesWithOneImporter,
} from './measure/structure-figures.ts';

const SERVER = /^apps\/server\/src\//;
const WEB = /^apps\/web\//;
const WHOLE = /^(packages|apps)\/[^/]+\/src\//;
const QUERIES = /^apps\/server\/src\/rounds\/queries\//;
const SETTLEMENT = /^apps\/server\/src\/rounds\/settlement\//;

const { values } = parseArgs({ options: { list: { type: 'string' } } });
const repository = readRepository();
const written = repository.sources.filter(({ path }) => !path.includes('/generated/'));
const source = written.filter(({ isTest }) => !isTest);
const server = source.filter(({ path }) => SERVER.test(path));
const whole = source.filter(({ path }) => WHOLE.test(path));

if (values.list === undefined) {
  printFigures();
  printPending();
} else listViolations(values.list);

function printFigures(): void {
  const lengths = repository.texts.flatMap((file) => overlongLines(file).map(() => file.path));
  const code = lengths.filter((path) => /\.tsx?$/.test(path)).length;
  const names = (files: typeof source) => {
    const { mean, names: count } = meanNameLength(files);
    return `${mean.toFixed(1)} (${count})`;
  };
  const rows: [string, string, string, string, string][] = [
    [
      'files of ≤ 20 lines with one importer',
      '17 %',
      share(tinyFilesWithOneImporter(server)),
      share(tinyFilesWithOneImporter(whole)),
      '≤ 8 %',
    ],
    [
      'exported functions used by one file',
      '72 %',
      share(functionsUsedOnce(server)),
      share(functionsUsedOnce(whole)),
      '≤ 55 %',
    ],
    ['unique identifiers, mean length', '10.1', names(server), names(whole), '≥ 12'],
    ['tests : source', '0.58', ratio(written.filter(({ path }) => SERVER.test(path))), ratio(written), '≥ 0.8'],
    ['— of apps/web', '', ratio(written.filter(({ path }) => WEB.test(path))), '', '≥ 0.8'],
    ['lines over 120 characters', '1,006', `${code} ts, tsx`, `${lengths.length} in all`, '0'],
    ['files in rounds/queries', '33', `${server.filter(({ path }) => QUERIES.test(path)).length}`, '', '≤ 12'],
    ['files in rounds/settlement', '17', `${server.filter(({ path }) => SETTLEMENT.test(path)).length}`, '', '≤ 9'],
  ];
  const widths = [40, 8, 22, 22];
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(' ')
      .trimEnd();
  console.log(line(['', 'was', 'server', 'packages and apps', 'goal']));
  for (const row of rows) console.log(line(row));
  console.log(`
Counted are ts and tsx files of src folders, without tests (*.test, *.spec, tests/, fixtures/, testing/) and generated/.
Importers and users are files of the same group. Identifiers: every different name in the code, those of libraries too.
tests : source is in lines; the second figure is of all ts and tsx of the repository, tests/ being tests, bench, devnet
and tools source. Lines over 120: ts, tsx, sql, sol, md, css, yaml, tree, mjs, cjs; not: tables, code blocks and links
alone on a line in Markdown, one string of a text catalogue, JSON, generated/, vectors/, the lock.`);
}

function share({ count, of }: Share): string {
  return `${of === 0 ? '–' : ((100 * count) / of).toFixed(1)} % (${count} of ${of})`;
}

function ratio(files: typeof source): string {
  const { tests, source: lines } = testsToSource(files);
  return `${(tests / lines).toFixed(2)} (${tests} : ${lines})`;
}

function printPending(): void {
  console.log('\nRules that are not kept yet (npm run -s measure -- --list "RULE" names each place):');
  for (const rule of PENDING_RULES) console.log(`${String(rule.find(repository).length).padStart(6)}  ${rule.name}`);
}

function listViolations(name: string): void {
  const rule = [...PENDING_RULES, ...RULES].find((each) => each.name === name);
  if (rule === undefined) {
    console.log(
      `There is no rule ${name}; there are: ${[...PENDING_RULES, ...RULES].map((each) => each.name).join(', ')}.`,
    );
    return;
  }
  for (const { path, problem } of rule.find(repository)) console.log(`${path}: ${problem}`);
}
