import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExamineDeps, examineRoot } from '@city-mint/server/audit/commands/examine-root';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { downloadTree } from '@city-mint/server/audit/trees/download-tree';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { makeLiabilitiesTrees } from '@city-mint/server/proof/commands/make-liabilities-trees';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { KNOWN_OPERATORS as operators } from '../builders/signed-decisions.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { startTestApi, type TestApi } from '../setup/start-test-api.ts';
import { cosignRoots } from '../setup/start-test-scribe.ts';

/*
 * Whoever has the servers anchors the root of a right tree, and shows its leaves to no one: without them an account
 * cannot prove what it is owed, and the exit pays nothing. The auditor signs no root whose tree it has not stored.
 */

const ADDRESSES = { anchors: `0x${'a'.repeat(40)}`, fmc: `0x${'f'.repeat(40)}` };
const CHAIN = { addresses: ADDRESSES } as Parameters<typeof cosignRoots>[1];

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let worker: Database;
let api: TestApi;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2 });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  await buildEveryKind({ db: owner, pool });
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  while ((await followJournal(auditor, { operators })).result === 'followed');
  api = await startTestApi({ databaseUrl: database.url });
  folder = await mkdtemp(join(tmpdir(), 'trees-'));
});
afterAll(async () => {
  await api.stop();
  await Promise.all([owner, auditor, worker].map((db) => db.destroy()));
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => sql`truncate anchor`.execute(owner));

/** Makes the trees of both currencies; their roots wait for the auditor. */
async function makeTrees(): Promise<void> {
  await makeLiabilitiesTrees(worker, { readBlock: async () => 1n, readBalance: async () => 0n });
}

const storeTree: ExamineDeps['storeTree'] = (tree) => downloadTree({ from: api.url, folder }, tree);
const examine = async (deps: ExamineDeps = { storeTree }) => {
  const examined = await cosignRoots(auditor, CHAIN, (root) => examineRoot(auditor, root, deps));
  return examined.map(({ doubt }) => doubt);
};
const countSigned = async () =>
  (await owner.selectFrom('anchor').select('id').where('cosignature', 'is not', null).execute()).length;

test('default: the auditor signs both roots, and its folder has both files as participants download them', async () => {
  await makeTrees();
  expect(await examine()).toEqual([undefined, undefined]);
  expect(await countSigned()).toBe(2);
  const roots = await owner.selectFrom('anchor').select('root').orderBy('currency').execute();
  const [ju = '', fmc = ''] = roots.map(({ root }) => root.toString('hex'));
  expect((await readdir(folder)).sort()).toEqual([`FMC-1-${fmc}.tree`, `JU-1-${ju}.tree`]);
  const published = await fetch(`${api.url}/api/app/proof/trees/${ju}`);
  expect(await readFile(join(folder, `JU-1-${ju}.tree`))).toEqual(Buffer.from(await published.arrayBuffer()));
});

test('attack: an operator who hides a tree gets no signature; twin: without the file it is signed', async () => {
  await makeTrees();
  await sql`delete from liabilities_chunk
    where tree_id = (select max(id) from liabilities_tree where currency = 0)`.execute(owner);
  expect(await examine()).toEqual([
    expect.stringMatching(/^its file is not published: status 200, application.json/),
    undefined,
  ]);
  expect(await countSigned()).toBe(1);
  expect(await examine({ storeTree: async () => undefined })).toEqual([undefined]);
  expect(await countSigned()).toBe(2);
});

test('attack: an operator who publishes other leaves gets no signature of the root', async () => {
  await makeTrees();
  await sql`update liabilities_chunk set leaves = set_byte(leaves, 20, get_byte(leaves, 20) # 1)
    where tree_id = (select max(id) from liabilities_tree where currency = 1)`.execute(owner);
  expect(await examine()).toEqual([undefined, 'its published file leads to another root']);
  expect(await countSigned()).toBe(1);
  const { root } = await owner.selectFrom('anchor').select('root').where('currency', '=', 1).executeTakeFirstOrThrow();
  expect(await readdir(folder)).not.toContain(`FMC-1-${root.toString('hex')}.tree`);
});
