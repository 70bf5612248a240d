import type { Rule, SourceFile } from './source-file.ts';

const PAGE_APP = /^apps\/(?:web|console)\/src\//;

type Part = 'view' | 'page' | 'queries' | 'flow' | 'ui' | 'platform' | 'other';

/** Forbidden imports of a part: a view only renders, a query only fetches, ui knows no capability, platform no ui. */
const FORBIDDEN: Record<Part, readonly Part[]> = {
  view: ['queries', 'flow', 'page'],
  queries: ['view', 'page', 'flow', 'ui'],
  flow: ['view', 'page'],
  ui: ['view', 'queries', 'flow', 'page', 'other'],
  platform: ['view', 'queries', 'flow', 'page', 'ui'],
  page: [],
  other: [],
};

/** A key that is written where it is used: one that its factory makes is the same for the query and for its refresh. */
const WRITTEN_KEY = /\bqueryKey:\s*\[/;

/**
 * The shape of a page's capability: x-page.tsx (container), views/ (rendering), x-queries.ts (reads and the factory of
 * their keys), x-flow.ts (steps); the rooms of a divided capability (`rounds/join`) have the same shape.
 */
export const webShape: Rule = {
  name: 'web shape',
  find: ({ sources }) =>
    sources
      .filter((file) => !file.isTest && PAGE_APP.test(file.path))
      .flatMap((file) => [...findImports(file), ...findWrittenKeys(file)]),
};

function findImports(file: SourceFile): { path: string; problem: string }[] {
  return file.imports.flatMap(({ specifier, path }) => {
    if (path === null || !PAGE_APP.test(path)) return [];
    const [from, to] = [partOf(file.path), partOf(path)];
    return FORBIDDEN[from].includes(to) ? [{ path: file.path, problem: `${from} imports ${to} (${specifier})` }] : [];
  });
}

function findWrittenKeys({ path, text }: SourceFile): { path: string; problem: string }[] {
  return WRITTEN_KEY.test(text) ? [{ path, problem: 'writes a query key, which a key factory makes' }] : [];
}

function partOf(path: string): Part {
  const [area = '', ...rest] = path.replace(PAGE_APP, '').split('/');
  if (area === 'ui') return 'ui';
  if (area === 'platform') return 'platform';
  if (rest.slice(0, -1).includes('views')) return 'view';
  if (/-page\.tsx?$/.test(path)) return 'page';
  if (/-queries\.tsx?$/.test(path)) return 'queries';
  if (/-flow\.tsx?$/.test(path)) return 'flow';
  return 'other';
}
