import type { Rule, SourceFile, TextFile } from './source-file.ts';
import { TABLE_OWNERS } from './table-owners.ts';

const OWNERS_FILE = 'tools/architecture/table-owners.ts';

const ALIASED = '(?:\\s+(?:as\\s+)?\\w+)?';
const IN_SQL = new RegExp(
  '\\b(?:from|join|into|update|table|only|using|truncate)\\s+(?:lateral\\s+)?(?:public\\.)?"?((?:audit\\.)?\\w+)"?' +
    `(${ALIASED}(?:\\s*,\\s*\\w+${ALIASED})*)`,
  'gi',
);
const BUILDERS =
  'selectFrom insertInto updateTable deleteFrom mergeInto innerJoin leftJoin rightJoin fullJoin crossJoin';
const IN_BUILDER = new RegExp(
  `\\.(?:${BUILDERS.replaceAll(' ', '|')}|from|using|table)\\(\\s*\\[?\\s*['"\`](?:public\\.)?((?:audit\\.)?\\w+)`,
  'g',
);
const CREATED = new RegExp(
  '\\bcreate\\s+(?:or\\s+replace\\s+)?(?:unlogged\\s+)?(?:table|view)\\s+(?:if\\s+not\\s+exists\\s+)?' +
    '(?:public\\.)?"?((?:audit\\.)?\\w+)',
  'gi',
);

/** Reads the sources of every transfer in its own words; its login writes only its own schema. */
const AUDITOR = 'apps/server/src/audit/';

/**
 * Each table belongs to one capability, and no other one's SQL names it. Local names of a query (`with x as`) are its
 * own.
 */
export const tableOwnership: Rule = {
  name: 'table ownership',
  find: ({ sources, texts }) => [
    ...sources.filter((file) => file.path.startsWith('apps/server/src/') && !file.isTest).flatMap(findForeignTables),
    ...texts.filter((file) => /^apps\/server\/.*\.sql$/.test(file.path)).flatMap(findOwnerless),
    ...findSharedTables(TABLE_OWNERS),
  ],
};

function findForeignTables(file: SourceFile): { path: string; problem: string }[] {
  return [...namedTables(file)].flatMap((table) => {
    const owner = ownerOf(table);
    return owner === undefined || file.path.startsWith(owner) || file.path.startsWith(AUDITOR)
      ? []
      : [{ path: file.path, problem: `touches the table ${table}, which ${owner} owns` }];
  });
}

function namedTables({ text, strings }: SourceFile): Set<string> {
  const fromBuilder = [...text.matchAll(IN_BUILDER)].map((found) => found[1] ?? '');
  const fromSql = strings.flatMap(({ text: string }) => {
    const local = new Set(
      [...string.matchAll(/\b(\w+)\s*(?:\([^)]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi)].map(
        (found) => found[1],
      ),
    );
    const named = [...string.matchAll(IN_SQL)].flatMap(([, first = '', others = '']) => [
      first,
      ...[...others.matchAll(/,\s*(\w+)/g)].map((found) => found[1] ?? ''),
    ]);
    return named.filter((name) => !local.has(name));
  });
  return new Set([...fromBuilder, ...fromSql]);
}

function findOwnerless({ path, text }: TextFile): { path: string; problem: string }[] {
  return [...text.matchAll(CREATED)]
    .map((found) => found[1] ?? '')
    .filter((table) => ownerOf(table) === undefined)
    .map((table) => ({
      path,
      problem: `makes the table ${table}, which has no owner in ${OWNERS_FILE}`,
    }));
}

function ownerOf(table: string): string | undefined {
  return Object.keys(TABLE_OWNERS).find((folder) => TABLE_OWNERS[folder]?.includes(table));
}

/** Returns the tables whose owner is the whole server: a table has one folder as its owner. */
export function findSharedTables(owners: Record<string, readonly string[]>): { path: string; problem: string }[] {
  return Object.entries(owners)
    .filter(([folder]) => !/^apps\/server\/src\/[^/]+\//.test(folder))
    .flatMap(([folder, tables]) =>
      tables.map((table) => ({ path: OWNERS_FILE, problem: `the table ${table} is owned by all of ${folder}` })),
    );
}
