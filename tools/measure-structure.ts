// npm run -s measure [-- --list RULE]: figures of the tree beside its goals; or what breaks one rule, a line each.
import { parseArgs } from 'node:util';
import { countPartsInCircles } from './architecture/folder-circles.ts';
import { readRepository } from './architecture/read-repository.ts';
import { RULES } from './architecture/rules.ts';
import { sentenceShapes, shapeRates } from './architecture/sentence-shapes.ts';
import { overlongLines } from './architecture/size-limits.ts';
import { writtenLines } from './architecture/written-lines.ts';
import {
  fullestFolder,
  functionsUsedOnce,
  meanNameLength,
  type Share,
  testsToSource,
  tinyFilesWithOneImporter,
} from './measure/structure-figures.ts';

const SERVER = /^apps\/server\/src\//;
const WHOLE = /^(packages|apps)\/[^/]+\/src\//;
const ROUNDS = /^apps\/server\/src\/rounds\//;
const MEASURED = /^(packages|apps|devnet|tests|bench|tools)\//;
const QUERIES = /^apps\/server\/src\/rounds\/queries\//;
const SETTLEMENT = /^apps\/server\/src\/rounds\/settlement\//;
/** Parts that are counted separately: the pattern of their paths, and the goal of their tests. */
const PARTS: readonly { name: string; paths: RegExp; tests?: string }[] = [
  { name: 'server', paths: /^apps\/server\/src\// },
  { name: 'page', paths: /^apps\/web\//, tests: '≥ 0.6' },
  { name: 'console', paths: /^apps\/console\//, tests: '≥ 0.4' },
  { name: 'command line', paths: /^apps\/cli\// },
  { name: 'packages', paths: /^packages\// },
  { name: '— contract', paths: /^packages\/api-contract\// },
  { name: '— domain', paths: /^packages\/domain\// },
];
const CONTRACT = /^packages\/api-contract\/src\//;
const PAGES = /^docs\/.*\.md$/;

const { values } = parseArgs({ options: { list: { type: 'string' } } });
const repository = readRepository();
const written = repository.sources.filter(({ path }) => MEASURED.test(path) && !path.includes('/generated/'));
const source = written.filter(({ isTest }) => !isTest);
const server = source.filter(({ path }) => SERVER.test(path));
const whole = source.filter(({ path }) => WHOLE.test(path));

if (values.list === undefined) {
  printFigures();
} else listViolations(values.list);

function printFigures(): void {
  printStructure();
  printParts();
  printSentences();
}

/** Figures of each app and package, then of the contract and the docs. */
function printParts(): void {
  printTable([
    ['', 'circles of folders, parts', 'tests : source', 'goal'],
    ...PARTS.map(({ name, paths, tests = '' }) => [
      name,
      `${countPartsInCircles(source, paths)}`,
      ratio(written.filter(({ path }) => paths.test(path))),
      tests,
    ]),
    ['all', `${countPartsInCircles(source, WHOLE)}`, ratio(written), '0; ≥ 0.7'],
  ]);
  const contract = writtenLines(source.filter(({ path }) => CONTRACT.test(path)));
  const docs = writtenLines(repository.texts.filter(({ path }) => PAGES.test(path)));
  console.log(`lines of the contract, without tests   ${contract}, < 7,000
lines of docs, without generated parts ${docs}, < 4,000`);
}

/** A line for each group of prose and shape: how often it occurs per 1,000 words, beside the limit. */
function printSentences(): void {
  console.log('\nsentence shapes, per 1,000 words');
  for (const { group, shape, rate, limit, found } of shapeRates(repository))
    console.log(`${group.padEnd(12)} ${shape.padEnd(62)} ${rate.toFixed(2).padStart(6)} (${found.length}), ≤ ${limit}`);
}

function printStructure(): void {
  const lengths = repository.texts.flatMap((file) => overlongLines(file).map(() => file.path));
  const code = lengths.filter((path) => /\.tsx?$/.test(path)).length;
  const [fullest = '', count = 0] = fullestFolder(server.filter(({ path }) => ROUNDS.test(path)));
  const rows = [
    ['', 'was', 'server', 'packages and apps', 'goal'],
    ['files of ≤ 20 lines with one importer', '17 %', ...of(tinyFiles), '≤ 8 %'],
    ['exported functions used by one file', '72 %', ...of(usedOnce), '≤ 55 %'],
    ['unique identifiers, mean length', '10.1', ...of(names), '≥ 12'],
    ['— of what files export', '12.4', ...of(exportedNames), '≥ 14'],
    ['lines over 120 characters', '1,006', `${code} ts, tsx`, `${lengths.length} in all`, '0'],
    ['files in rounds/queries', '33', `${server.filter(({ path }) => QUERIES.test(path)).length}`, '', '≤ 12'],
    ['— in the fullest folder of rounds', '', `${count} (${fullest.replace(/.*rounds./, '')})`, '', '≤ 12'],
    ['files in rounds/settlement', '17', `${server.filter(({ path }) => SETTLEMENT.test(path)).length}`, '', '≤ 9'],
  ];
  printTable(rows);
  console.log(
    `Counted are ts and tsx files of src folders, without tests (*.test, *.spec, tests/, fixtures/, testing/) and
generated/. Importers and users are files of the same group. Identifiers: every different name in the code, those of
libraries too. Lines over 120: ts, tsx, sql, sol, md, css, yaml, tree, mjs, cjs; not tables, code blocks and links alone
on a line in Markdown, one string of a text catalogue, classes in tsx, JSON, generated/, vectors/, the lock. Circles of
folders: the parts of folders, subfolders and files, that import each other. tests : source is in lines; all are
packages, apps, tests, devnet, bench and tools. Tests of the system in tests/ count for all only.
`,
  );
}

/** Prints rows whose cells are below each other. */
function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  for (const cells of rows)
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  console.log('');
}

/** Returns the two cells of a figure, of the server and of packages and apps. */
function of(figure: (files: typeof source) => string): [string, string] {
  return [figure(server), figure(whole)];
}

function tinyFiles(files: typeof source): string {
  return share(tinyFilesWithOneImporter(files));
}

function usedOnce(files: typeof source): string {
  return share(functionsUsedOnce(files));
}

function names(files: typeof source): string {
  return meanLength(files.flatMap((file) => file.names));
}

function exportedNames(files: typeof source): string {
  return meanLength(files.flatMap((file) => file.exports.map(({ text }) => text)));
}

function meanLength(all: readonly string[]): string {
  const { mean, names: count } = meanNameLength(all);
  return `${mean.toFixed(1)} (${count})`;
}

function share({ count, of: all }: Share): string {
  return `${all === 0 ? '–' : ((100 * count) / all).toFixed(1)} % (${count} of ${all})`;
}

function ratio(files: typeof source): string {
  const { tests, source: lines } = testsToSource(files);
  return `${(tests / lines).toFixed(2)} (${tests} : ${lines})`;
}

function listViolations(name: string): void {
  if (name === sentenceShapes.name) {
    for (const { shape, found } of shapeRates(repository))
      for (const { path, words } of found) console.log(`${path}: ${words} [${shape}]`);
    return;
  }
  const rule = RULES.find((each) => each.name === name);
  if (rule === undefined) {
    console.log(`There is no rule ${name}; there are: ${RULES.map((each) => each.name).join(', ')}.`);
    return;
  }
  for (const { path, problem } of rule.find(repository)) console.log(`${path}: ${problem}`);
}
