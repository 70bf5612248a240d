import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { verifyAccountLeaves } from '@city-mint/domain/proof/account-leaves';
import { treeRoot } from '@city-mint/domain/proof/merkle-tree';
import { settlementLeaf, verifySettlementPath } from '@city-mint/domain/proof/settlement-tree';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { exitKeyOf } from '@city-mint/tests/builders/exit-keys';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, closeWindow, JU, openRound } from '@city-mint/tests/builders/rounds';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { countRowsRead } from '@city-mint/tests/setup/count-rows-read';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { pino } from 'pino';
import { BaseError, toBytes } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readLedgerTotals } from '#ledger/accounts/queries.ts';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { advanceRound } from '#rounds/lifecycle/commands.ts';
import { publishNextRound } from '#rounds/offers/commands.ts';
import { writeSettlementFile } from '#rounds/settlement-file/commands.ts';
import { readSettlementFile } from '#rounds/settlement-file/queries.ts';
import { findAddress } from '#session/queries/users.ts';
import { makeLiabilitiesTrees } from './commands/make-liabilities-trees.ts';
import { createProofJob } from './jobs.ts';
import { areLiabilitiesTreesDue } from './queries/find-due-trees.ts';
import { readAccountLeaves, readChunkLevels, readLiabilitiesRoots } from './queries/read-liabilities.ts';
import { readInclusion, readSettlementRoot } from './queries/read-settlement-proof.ts';
import { proofRoutes } from './routes.ts';
import { readLeaves } from './tree/leaf-chunk.ts';
import { hashLeafText, joinByKeccak, keccak, sha256 } from './tree/tree-hashes.ts';

const USERS = 1_100;
const log = pino({ level: 'silent' });

describe('proofs', () => {
  let database: TestDatabase;
  let owner: Database;
  let worker: Database;
  let users: bigint[];
  let joinRound: ReturnType<typeof createJoins>;
  const vault = {
    readBlock: async () => 77n,
    readBalance: async (currency: 'JU' | 'FMC') => (await readLedgerTotals(owner))[currency].inCustody,
  };
  const makeTrees = async () => {
    await sealEverything(owner);
    return makeLiabilitiesTrees(worker, vault);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = createPool({ url: database.url, maxConnections: 4, statementTimeoutMs: 60_000 });
    owner = databaseOver(pool);
    worker = databaseOver(createPool({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 }));
    joinRound = createJoins({ pool, db: owner });
    await buildFunds(owner, { reserve: 1_000n * JU, emission: 50_000n * JU });
    users = await buildParticipants(owner, { count: USERS, available: 5n * JU });
  });
  afterAll(async () => {
    await Promise.all([owner.destroy(), worker.destroy()]);
    await database.drop();
  });

  const addressOf = async (userId: bigint) => (await findAddress(owner, userId)) ?? '';
  const juRoot = async () => {
    const root = (await readLiabilitiesRoots(worker)).find(({ currency }) => currency === 0);
    if (root === undefined) throw new Error('no tree');
    return root;
  };
  const own = async (userId: bigint) => {
    const address = await addressOf(userId);
    return { address, key: await exitKeyOf(worker, address) };
  };
  const leavesOf = async (userId: bigint) =>
    readAccountLeaves(worker, { tree: await juRoot(), ...(await own(userId)) });
  const provenBalance = async (userId: bigint) => {
    const { root: hash, total } = await juRoot();
    const proofs = await leavesOf(userId);
    const balance = proofs.reduce((sum, { leaf }) => sum + leaf.amount, 0n);
    const account = toBytes(await addressOf(userId));
    const fault = verifyAccountLeaves(proofs, { account, balance, root: { hash, sum: total }, hash: sha256 });
    if (fault !== null) throw new Error(fault);
    return balance;
  };

  test('default: every user’s balance is counted, in a total that equals the vault’s holdings', async () => {
    expect(await makeTrees()).toBe(true);
    const tree = await juRoot();
    expect(tree).toMatchObject({ leaves: 4 * USERS + 4, block_number: 77n, total: tree.vault_balance });
    expect(tree.total).toBe(1_000n * JU + BigInt(USERS) * 5n * JU);
    const expected = { balance: 5n * JU, root: { hash: tree.root, sum: tree.total }, hash: sha256 };
    for (let n = 0; n < USERS; n += 30) {
      const { address, key } = await own(users[n] ?? 0n);
      const account = toBytes(address);
      const proofs = await readAccountLeaves(worker, { tree, address, key });
      expect(proofs).toHaveLength(4);
      expect(verifyAccountLeaves(proofs, { ...expected, account })).toBe(null);
      const less = proofs.map(({ leaf, path }) => ({ leaf: { ...leaf, amount: leaf.amount - 1n }, path }));
      expect(verifyAccountLeaves(less, { ...expected, account, balance: 5n * JU - 4n })).not.toBe(null);
      expect(verifyAccountLeaves(proofs.slice(1), { ...expected, account })).toBe('balance-differs');
    }
    const { address, key } = await own(users[0] ?? 0n);
    const stranger = `0x${'07'.repeat(20)}`;
    expect(await readAccountLeaves(worker, { tree, address: stranger, key })).toEqual([]);
    // With another account's key, or with the key for the wrong account, nothing is found.
    const other = (await own(users[1] ?? 0n)).key;
    expect(await readAccountLeaves(worker, { tree, address, key: other })).toEqual([]);
  });

  test('attack: no sum on the paths of 20 users is a balance, and the next tree has other neighbours', async () => {
    const sumsOf = async (n: number) =>
      (await leavesOf(users[n] ?? 0n)).flatMap(({ path }) => path.map(({ node }) => node.sum));
    const own = await sumsOf(0);
    for (let n = 0; n < 20; n += 1) {
      const sums = await sumsOf(n);
      expect(sums.length).toBeGreaterThanOrEqual(8);
      expect(sums.filter((sum) => sum % (5n * JU) === 0n)).toEqual([]);
    }
    await makeTrees();
    const next = new Set(await sumsOf(0));
    expect(own.filter((sum) => next.has(sum))).toEqual([]);
  });

  test('behavior: leaves are stored in the order of their names, across chunks', async () => {
    const { rows } = await sql<{ leaves: Buffer; first_name: Buffer }>`select leaves, first_name from liabilities_chunk
      where tree_id = ${(await juRoot()).id} order by chunk`.execute(owner);
    const names = rows.flatMap(({ leaves }) => readLeaves(leaves).map(({ name }) => name));
    expect(names).toHaveLength(4 * USERS + 4);
    expect(names.every((name, index) => index === 0 || Buffer.compare(names[index - 1] ?? name, name) < 0)).toBe(true);
    expect(rows.map(({ first_name }) => first_name)).toEqual(names.filter((_, index) => index % 1_024 === 0));
  });

  test('behavior: a proof reads a group of 32 for each leaf, with any chunk size', async () => {
    let bytes = 0;
    const measured = worker.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const values = result.rows.flatMap((row) => Object.values(row));
        bytes += values.reduce<number>((sum, value) => sum + (Buffer.isBuffer(value) ? value.length : 0), 0);
        return result;
      },
    });
    const tree = await juRoot();
    const chunkLevels = await readChunkLevels(worker, tree.id);
    const query = { tree, ...(await own(users[5] ?? 0n)), chunkLevels: async () => chunkLevels };
    const known = await readAccountLeaves(measured, query);
    expect(known).toEqual(await leavesOf(users[5] ?? 0n));
    // The hash of the tree's entry, and for each of the four leaves the 32 leaves of its group, and the 32 groups of
    // its chunk.
    expect(bytes).toBeLessThanOrEqual(32 + 4 * (32 * 64 + 32 * 96));
    expect(bytes).toBeGreaterThanOrEqual(4 * 64);
  });

  test('behavior: the groups of a chunk are read once per leaf, not once per group', async () => {
    const { rows: parts } = await sql<{ name: string }>`
      select t.relname as name from pg_class c join pg_class t on t.oid = c.reltoastrelid
      where c.relname = 'liabilities_chunk'`.execute(owner);
    const tables = parts.map(({ name }) => name);
    const tree = await juRoot();
    const chunkLevels = await readChunkLevels(worker, tree.id);
    const query = { tree, ...(await own(users[5] ?? 0n)), chunkLevels: async () => chunkLevels };
    const rows = await countRowsRead({ url: database.url, tables }, async (db) => {
      await readAccountLeaves(db, query);
    });
    // Both values are in parts of 2 KB, and each part is a row of the table and of its index.
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(4 * (2 + 2) * 2);
  });

  test('behavior: the levels above the chunks of a tree are only read for its first proof', async () => {
    const address: `0x${string}` = `0x${(await addressOf(users[5] ?? 0n)).slice(2)}`;
    const rowsOf = (calls: number) =>
      countRowsRead({ url: database.url, tables: ['liabilities_chunk'] }, async (db) => {
        const prove = proofRoutes({ db, share: (_key, read) => read(db) })['POST /api/app/proof/mine'];
        const [userId, token] = [users[5] ?? 0n, tokenOf(users[5] ?? 0n)];
        const participant = { userId, token, address, sessionHash: token.hash, consentHash: null };
        const call = { requestId: '', lang: 'en', ip: '', region: null, origin: null, participant } as const;
        for (let n = 0; n < calls; n += 1) await prove({}, call);
      });
    const [once, thrice] = [await rowsOf(1), await rowsOf(3)];
    const { rows } = await sql<{ chunks: number }>`
      select count(*)::int as chunks from liabilities_chunk where tree_id = ${(await juRoot()).id}`.execute(owner);
    expect(rows[0]?.chunks).toBe(5);
    // A row of table and index for each of four names, in the trees of two currencies.
    expect((thrice - once) / 2).toBeLessThanOrEqual(4 * 2 * 2);
    expect(once - (thrice - once) / 2).toBeGreaterThanOrEqual(5);
  });

  test('behavior: open orders count for their users, and during a settlement nothing counts twice', async () => {
    const round = await openRound(
      owner,
      buildPlan({ rounds: 1, firstQuota: tokenAmount(20n * JU), terms: { stageDelaysMs: [0, 1, 2] } }),
    );
    const join = (n: number, units: bigint) =>
      joinRound({
        ...round,
        userId: users[n] ?? 0n,
        amount: tokenAmount(units * JU),
        requestId: crypto.randomUUID(),
        consented: true,
      });
    for (let n = 0; n < 4; n += 1) await join(n, 4n);
    await makeTrees();
    expect(await provenBalance(users[0] ?? 0n)).toBe(5n * JU);
    await join(4, 4n);
    let steps = 0;
    while ((await advanceRound(worker, { chunkSize: 2 })) !== undefined && steps < 60) {
      steps += 1;
      await makeTrees();
      const roots = await readLiabilitiesRoots(worker);
      expect(roots).toHaveLength(2);
      for (const root of roots) expect(root.total).toBe(root.vault_balance);
    }
    expect(steps).toBeGreaterThan(8);
    const rows = await sql<{ trees: number; stored: number }>`select count(distinct tree_id)::int as stored,
      (select count(*)::int from liabilities_tree) as trees from liabilities_chunk`.execute(owner);
    expect(rows.rows[0]?.stored).toBe(4);
    expect(rows.rows[0]?.trees).toBeGreaterThan(15);
  });

  test('behavior: a node that no longer has the state of the block delays only the trees of liabilities', async () => {
    let requestCount = 0;
    const prunedNode = {
      ...vault,
      readBalance: async (): Promise<bigint> => {
        requestCount += 1;
        throw new BaseError('block is out of range');
      },
    };
    await sql`update liabilities_tree set made_at = now() - interval '2 days'`.execute(owner);
    const runJob = createProofJob({ db: worker, vault: prunedNode, log });
    await runJob();
    await runJob();
    expect(requestCount).toBe(1);
    expect(await areLiabilitiesTreesDue(worker, 0)).toBe(true);
    await createProofJob({ db: worker, vault, log })();
    expect(await areLiabilitiesTreesDue(worker, 0)).toBe(false);
  });

  test('behavior: no tree is made when users are owed more than the ledger holds', async () => {
    const changeCustody = (change: bigint) =>
      sql`update ledger_account set balance = balance + ${change}::numeric
        where id = account_custody(currency_ju())`.execute(owner);
    await changeCustody(200_000n * JU);
    await expect(makeTrees()).rejects.toThrow('more than the ledger holds');
    await changeCustody(-200_000n * JU);
    expect(await makeTrees()).toBe(true);
  });

  test.each(['minted', 'failed'] as const)(
    'behavior: every order of a %s round is in the root of the settlement file',
    async (outcome) => {
      const plan = buildPlan({ city: `City ${outcome}`, rounds: 1, firstQuota: tokenAmount(1_100n * JU) });
      // Ends the plans of earlier rounds first.
      for (let plans = 0; plans < 3; plans += 1) await publishNextRound(owner);
      const round = await openRound(owner, plan);
      const orders = outcome === 'minted' ? 1_100 : 30;
      await Promise.all(
        users
          .slice(0, orders)
          .map((userId) =>
            joinRound({ ...round, userId, amount: tokenAmount(JU), requestId: crypto.randomUUID(), consented: true }),
          ),
      );
      if (outcome === 'failed') await closeWindow(owner, round.roundId);
      expect(await readSettlementRoot(worker, round.roundId)).toEqual({ merkleRoot: null, anchoring: null });
      // Stages of the previous round may become due in the meantime, and are steps, too.
      const isSettled = async () => {
        await advanceRound(worker);
        const { rows } = await sql`select from round join round_settlement on round_id = id
          where id = ${round.roundId} and state in ('minted', 'ended')`.execute(owner);
        return rows.length > 0;
      };
      expect(await waitUntil(isSettled)).toBe(true);
      await sealEverything(owner);
      const runJob = createProofJob({ db: worker, vault, log, minimumAgeMs: 0 });
      await runJob();
      expect(await areLiabilitiesTreesDue(worker, 0)).toBe(false);
      const { merkleRoot: root, anchoring } = await readSettlementRoot(worker, round.roundId);
      expect(anchoring).toEqual({ state: 'waiting', txHash: null, blockNumber: null });
      while (await writeSettlementFile(worker));
      const file = await readSettlementFile(worker, round.roundId);
      const results = z
        .object({ orders: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))) })
        .parse(file?.result);
      const leaves = results.orders.map((order) => settlementLeaf(round.roundId.toString(), { rank: 0, ...order }));
      const recomputed = treeRoot(leaves.map(hashLeafText), joinByKeccak) ?? new Uint8Array();
      expect(leaves).toHaveLength(orders);
      expect(`0x${Buffer.from(recomputed).toString('hex')}`).toBe(root);
      for (const rank of [1, 2, orders - 1, orders, Math.min(1_025, orders)]) {
        const inclusion = await readInclusion(worker, { roundId: round.roundId, rank });
        expect(inclusion).toMatchObject({ root, leaf: leaves[rank - 1] });
        const path = (inclusion?.path ?? []).map((node) => toBytes(node));
        const leaf = new TextEncoder().encode(inclusion?.leaf);
        expect(verifySettlementPath({ leaf, path }, { root: recomputed, hash: keccak })).toBe(true);
        expect(verifySettlementPath({ leaf: leaf.slice(1), path }, { root: recomputed, hash: keccak })).toBe(false);
      }
      expect(await readInclusion(worker, { roundId: round.roundId, rank: orders + 1 })).toBe(null);
      await runJob();
    },
  );
});
