import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { exitKeyOf } from '@city-mint/tests/builders/exit-keys';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { JU } from '@city-mint/tests/builders/rounds';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { getAddress, toBytes } from 'viem';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLedgerTotals } from '#ledger/accounts/queries.ts';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { createSharedAnswers } from '#platform/shared-answers.ts';
import { makeLiabilitiesTrees } from './commands/make-liabilities-trees.ts';
import {
  type AccountLeavesQuery,
  createTreeLevelsReader,
  readAccountLeaves,
  readChunkLevels,
  readLiabilitiesRoots,
} from './queries/read-liabilities.ts';
import { proofRoutes } from './routes.ts';
import { sha256 } from './tree/tree-hashes.ts';

let database: TestDatabase;
let owner: Database;
let worker: Database;
let api: Database;
let address: string;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOver(createPool({ url: database.url }));
  worker = databaseOver(createPool(asRole(database.url, 'city_mint_worker')));
  api = databaseOver(createPool(asRole(database.url, 'city_mint_api')));
  await buildFunds(owner, { reserve: 1_000n * JU, emission: 50_000n * JU });
  // More than a chunk, so that there are levels above the chunks.
  const [user] = await buildParticipants(owner, { count: 1_100, available: 5n * JU });
  const row = await owner
    .selectFrom('app_user')
    .select('address')
    .where('id', '=', user ?? 0n)
    .executeTakeFirst();
  address = row?.address ?? '';
  await sealEverything(owner);
});
afterEach(async () => {
  await Promise.all([owner.destroy(), worker.destroy(), api.destroy()]);
  await database.drop();
});

const makeTrees = () =>
  makeLiabilitiesTrees(worker, {
    readBlock: async () => 77n,
    readBalance: async (currency: 'JU' | 'FMC') => (await readLedgerTotals(owner))[currency].inCustody,
  });

async function lastTree(): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select max(id) as id from liabilities_tree`.execute(owner);
  return rows[0]?.id ?? 0n;
}

/**
 * Simulates a failover to a standby that lacked all trees after this one, and had the sequence at its earlier value.
 */
async function loseTreesAfter(id: bigint): Promise<void> {
  await sql`delete from liabilities_chunk where tree_id > ${id}`.execute(owner);
  await sql`delete from anchor where kind = 'liabilities' and subject > ${id}`.execute(owner);
  await sql`delete from liabilities_tree where id > ${id}`.execute(owner);
  await sql`select setval('liabilities_tree_id_seq', ${id})`.execute(owner);
}

/** The error in the proof of the user's 5 JU, or null, with the id of its tree. */
async function verify(chunkLevels: Required<AccountLeavesQuery>['chunkLevels']) {
  const tree = (await readLiabilitiesRoots(owner)).find(({ currency }) => currency === CURRENCIES.JU);
  if (tree === undefined) throw new Error('there is no tree');
  const account = toBytes(address);
  const proofs = await readAccountLeaves(owner, { tree, address, key: await exitKeyOf(owner, address), chunkLevels });
  const root = { hash: tree.root, sum: tree.total };
  return { tree: tree.id, wrong: verifyAccountLeaves(proofs, { account, balance: 5n * JU, root, hash: sha256 }) };
}

/** Verifies a tree, loses it, and verifies the next one, which gets the same id. */
async function verifyAcrossFailover(chunkLevels: Required<AccountLeavesQuery>['chunkLevels']) {
  await makeTrees();
  const kept = await lastTree();
  await makeTrees();
  const before = await verify(chunkLevels);
  await loseTreesAfter(kept);
  await makeTrees();
  const after = await verify(chunkLevels);
  expect(after.tree).toBe(before.tree);
  return [before.wrong, after.wrong];
}

test('behavior: after a failover that lost a tree, proofs of the new tree with its id verify', async () => {
  expect(await verifyAcrossFailover(createTreeLevelsReader(owner))).toEqual([null, null]);
});

test('broken twin: levels cached only by id are those of the lost tree', async () => {
  const trees = createSharedAnswers({ maximumAgeMs: Number.POSITIVE_INFINITY, mostKeys: 4 });
  const byId = ({ id }: { readonly id: bigint }) => trees.share(String(id), () => readChunkLevels(owner, id));
  expect(await verifyAcrossFailover(byId)).toEqual([null, 'total-differs']);
});

test('behavior: leaves are proven in the newest stored tree that is anchored, else in the newest', async () => {
  const { id: userId } = await owner
    .selectFrom('app_user')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  const token = tokenOf(userId);
  const owned = { userId, token, address: getAddress(address) };
  const participant = { ...owned, sessionHash: token.hash, consentHash: null };
  const call = { requestId: '', lang: 'en', ip: '', region: null, origin: null, participant } as const;
  const prove = proofRoutes({ db: api, share: (_key, read) => read(api) })['POST /api/app/proof/mine'];
  /** The root of the tree with the user's leaves in JU. */
  const provenRoot = async () => {
    const reply = await prove({}, call);
    if ('refusal' in reply) throw new Error(reply.refusal);
    return reply.data.proofs.find(({ parts }) => parts.length > 0)?.root;
  };
  const newestRoot = async () => {
    const trees = await readLiabilitiesRoots(owner);
    return `0x${trees.find(({ currency }) => currency === CURRENCIES.JU)?.root.toString('hex')}`;
  };
  await makeTrees();
  const first = await newestRoot();
  await makeTrees();
  expect(await provenRoot()).toBe(await newestRoot());
  await sql`update anchor set state = 'final', tx_hash = '0x', block_number = 1, final_at = now()
    where kind = 'liabilities' and subject <= (select max(id) - 2 from liabilities_tree)`.execute(owner);
  expect(await provenRoot()).toBe(first);
  // The leaves of the anchored one stay, however many trees follow.
  for (let trees = 0; trees < 3; trees += 1) await makeTrees();
  expect(await provenRoot()).toBe(first);
  // Broken twin: with only the two latest trees of each currency, the leaves of the root that pays are lost.
  await sql`delete from liabilities_chunk
    where tree_id not in (select id from liabilities_tree order by id desc limit 4)`.execute(owner);
  expect(await provenRoot()).not.toBe(first);
});
