import { posix } from 'node:path';
import { type CallExpression, type Expression, type ParseResult, parseSync, type Super, Visitor } from 'oxc-parser';
import { readComments } from './read-comments.ts';
import { readExports } from './read-exports.ts';
import type { Import, Passage, SourceFile } from './source-file.ts';

const TEST_FILE = /(\.(test|spec)\.tsx?$)|(^tests\/)|(\/(fixtures|testing)\/)/;
const TITLED = new Set(['describe', 'it', 'test']);

/**
 * Returns a TypeScript file's imports (also dynamic ones and `import type`), exports, comments, strings and names;
 * throws for other files.
 */
export function parseSource({ path, text }: { path: string; text: string }): SourceFile {
  const parsed = parseSync(path, text);
  const error = parsed.errors.find((found) => found.severity === 'Error');
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const lineAt = countLines(text);
  const comments = readComments(text, parsed.comments, lineAt);
  return {
    path,
    text,
    isTest: TEST_FILE.test(path),
    imports: readImports(path, text, parsed),
    comments: comments.map(({ line, text: words }) => ({ line, text: words })),
    ...readWords(parsed.program, lineAt),
    ...readExports(parsed.program, { path, comments, text, lineAt }),
  };
}

function readImports(path: string, text: string, { module }: ParseResult): Import[] {
  const found: Found[] = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      names: entries.map(({ importName }) => importName.name ?? (importName.kind === 'Default' ? 'default' : '*')),
      isLoadedAtOnce: entries.length === 0 || entries.some(({ isType }) => !isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest, importName, isType }) => ({
        specifier: moduleRequest?.value,
        names: [importName.name ?? '*'],
        isLoadedAtOnce: !isType,
      })),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      specifier: readLiteral(text.slice(moduleRequest.start, moduleRequest.end)),
      names: ['*'],
      isLoadedAtOnce: false,
    })),
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)\.(\w+)/g)].map(([, specifier, name = '*']) => ({
      specifier,
      names: [name],
      isLoadedAtOnce: false,
    })),
  ];
  return mergeImports(path, found);
}

type Found = { specifier: string | undefined; names: string[]; isLoadedAtOnce: boolean };

function mergeImports(path: string, found: readonly Found[]): Import[] {
  const merged = new Map<string, Import>();
  for (const { specifier, names, isLoadedAtOnce } of found) {
    if (specifier === undefined) continue;
    const known = merged.get(specifier);
    merged.set(specifier, {
      specifier,
      path: resolveImport(path, specifier),
      names: [...new Set([...(known?.names ?? []), ...names])],
      isLoadedAtOnce: isLoadedAtOnce || known?.isLoadedAtOnce === true,
    });
  }
  return [...merged.values()];
}

type Words = Pick<SourceFile, 'strings' | 'shown' | 'names'>;

function readWords(program: ParseResult['program'], lineAt: (offset: number) => number): Words {
  const strings: Passage[] = [];
  const shownRanges: [start: number, end: number][] = [];
  const shown: Passage[] = [];
  const names = new Set<string>();
  const add = (start: number, text: string) => {
    const passage = { line: lineAt(start), text };
    strings.push(passage);
    if (shownRanges.some(([from, to]) => from <= start && start < to)) shown.push(passage);
  };
  new Visitor({
    Identifier: (node) => {
      names.add(node.name);
    },
    Property: (node) => {
      if (node.key.type !== 'Identifier' || !['summary', 'description'].includes(node.key.name)) return;
      if (/Literal$|^BinaryExpression$/.test(node.value.type)) shownRanges.push([node.value.start, node.value.end]);
    },
    CallExpression: (node) => {
      const title = node.arguments[0];
      if (title !== undefined && /Literal$/.test(title.type) && TITLED.has(calledName(node)))
        shownRanges.push([title.start, title.end]);
    },
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.start, node.value);
    },
    TemplateLiteral: (node) => {
      add(node.start, node.quasis.map((quasi) => quasi.value.cooked ?? '').join(' $ '));
    },
  }).visit(program);
  return { strings, shown, names: [...names] };
}

/** `test` of `test('…')`, `test.each(rows)('…')` and `test.describe('…')`. */
function calledName(call: CallExpression): string {
  let called: Expression | Super = call;
  while (called.type === 'CallExpression' || called.type === 'MemberExpression')
    called = called.type === 'CallExpression' ? called.callee : called.object;
  return called.type === 'Identifier' ? called.name : '';
}

/** Returns the line, from 1, of an offset into the text. */
function countLines(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function readLiteral(expression: string): string | undefined {
  return /^['"`]([^'"`$]+)['"`]$/.exec(expression.trim())?.[1];
}

/** Folders of our packages that are not in packages/. */
const PACKAGE_ROOTS: Record<string, string> = { server: 'apps/server/src', devnet: 'devnet', tests: 'tests' };

/** The path of one of our modules from the repository's root; null for Node's own and for packages from npm. */
function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const app = /^(apps\/[^/]+)\//.exec(from)?.[1];
  if (specifier.startsWith('#') && app !== undefined) return `${app}/src/${specifier.slice(1)}`;
  const [, name = '', path = ''] = /^@city-mint\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (name === '') return null;
  const file = /\.\w+$/.test(path) ? path : `${path}.ts`;
  return `${PACKAGE_ROOTS[name] ?? `packages/${name}/src`}/${file}`;
}
