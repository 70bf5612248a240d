import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFoldersOfSchema } from './test-folders-of-schema.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SCHEMA = 'apps/server/migrations';

test('default: the capability of a function or view, the whole server for a migration, nothing for other files', () => {
  expect(
    testFoldersOfSchema([
      `${SCHEMA}/functions/rounds/order-net.sql`,
      `${SCHEMA}/functions/rounds/end-plan.sql`,
      `${SCHEMA}/views/ledger/ledger-entry.sql`,
      'README.md',
      'apps/server/src/rounds/routes.ts',
    ]),
  ).toEqual(['apps/server/src/rounds', 'apps/server/src/ledger']);
  expect(testFoldersOfSchema([`${SCHEMA}/0002-ledger.sql`])).toEqual(['apps/server/src']);
});

test('behavior: every folder of functions and views has a folder of the server', () => {
  const capabilities = ['functions', 'views'].flatMap((kind) => readdirSync(join(ROOT, SCHEMA, kind)));
  const folders = testFoldersOfSchema(capabilities.map((name) => `${SCHEMA}/functions/${name}/x.sql`));
  expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
});
