import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Import, SourceFile } from './source-file.ts';

const TEST_FILE = /(\.test\.tsx?$)|(^tests\/)|(\/(fixtures|testing)\/)/;

/** Reads what a TypeScript file imports (also dynamically and by `import type`) and the strings in it; throws when it is not TypeScript. */
export function parseSource({ path, text }: { path: string; text: string }): SourceFile {
  const { module, program, errors } = parseSync(path, text);
  const error = errors.find((found) => found.severity === 'Error');
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  const specifiers = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) => found.entries.map((entry) => entry.moduleRequest?.value)),
    ...module.dynamicImports.map((found) =>
      readLiteral(text.slice(found.moduleRequest.start, found.moduleRequest.end)),
    ),
    ...[...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)\./g)].map((found) => found[1]),
  ];
  const unique = new Set(specifiers.filter((specifier) => specifier !== undefined));
  const strings: string[] = [];
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') strings.push(node.value);
    },
    TemplateLiteral: (node) => {
      strings.push(node.quasis.map((quasi) => quasi.value.cooked ?? '').join(' $ '));
    },
  }).visit(program);
  return {
    path,
    text,
    isTest: TEST_FILE.test(path),
    imports: [...unique].map((specifier): Import => ({ specifier, path: resolveImport(path, specifier) })),
    strings,
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
  return name === '' ? null : `${PACKAGE_ROOTS[name] ?? `packages/${name}/src`}/${path}.ts`;
}
