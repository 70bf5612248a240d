// @module-tag soak-3
import { createHash } from 'node:crypto';
import { checkPaidRounds } from '@city-mint/server/audit/commands/check-paid-rounds';
import { examineRoot } from '@city-mint/server/audit/commands/examine-root';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { anchorJournalHead } from '@city-mint/server/proof/commands/anchor-journal-head';
import { makeLiabilitiesTrees } from '@city-mint/server/proof/commands/make-liabilities-trees';
import { makeSettlementTree } from '@city-mint/server/proof/commands/make-settlement-tree';
import { computeSettlementTree, readStoredResults } from '@city-mint/server/proof/queries/settlement-tree';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetBooks, sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { KNOWN_OPERATORS as operators } from '../builders/signed-decisions.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { cosignRoots } from '../setup/start-test-scribe.ts';

/*
 * A thief with the worker's login inserts roots, and whoever owns the database changes results. The auditor signs the
 * roots that its own books lead to, and the contract takes no other.
 */

const ADDRESSES = { anchors: `0x${'a'.repeat(40)}`, fmc: `0x${'f'.repeat(40)}` };
/** What the auditor does with files is in hidden-trees.db.test.ts. */
const WITHOUT_FILES = { storeTree: async () => undefined };
const CHAIN = { addresses: ADDRESSES } as Parameters<typeof cosignRoots>[1];

let database: TestDatabase;
let owner: Database;
let auditor: Database;
let worker: Database;
let indexer: Database;
/** Settled rounds: two minted ones, a failed one, a cancelled one. */
let rounds: readonly bigint[];

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2 });
  worker = createDatabase({ ...asRole(database.url, 'city_mint_worker'), maxConnections: 2 });
  indexer = createDatabase({ ...asRole(database.url, 'city_mint_indexer'), maxConnections: 2 });
  await buildEveryKind({ db: owner, pool });
  await showEventsToAuditor(owner);
  await sealEverything(owner);
  const settled = await owner.selectFrom('round_settlement').select('round_id').orderBy('round_id').execute();
  rounds = settled.map(({ round_id: id }) => id);
});
afterAll(async () => {
  await Promise.all([owner, auditor, worker, indexer].map((db) => db.destroy()));
  await database.drop();
});
beforeEach(async () => {
  await forgetBooks(owner);
  await sql`truncate anchor, settlement_tree`.execute(owner);
});

async function followAll(): Promise<void> {
  while ((await followJournal(auditor, { operators })).result === 'followed');
}

/** Lets the auditor examine the waiting roots; returns why it does not sign them, in the order of the rows. */
async function examine(): Promise<(string | undefined)[]> {
  const examined = await cosignRoots(auditor, CHAIN, (root) => examineRoot(auditor, root, WITHOUT_FILES));
  return examined.map(({ doubt }) => doubt);
}

const countSigned = async () =>
  (await owner.selectFrom('anchor').select('id').where('cosignature', 'is not', null).execute()).length;

/** As the owner of the database, whose changes no trigger refuses, for the time of `work`. */
async function changed(change: RawBuilder<unknown>, back: RawBuilder<unknown>, work: () => Promise<void>) {
  const asAttacker = (statement: RawBuilder<unknown>) =>
    owner.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await statement.execute(tx);
    });
  await asAttacker(change);
  await work().finally(() => asAttacker(back));
}

const roundOf = async (outcome: 'minted' | 'failed' | 'cancelled') =>
  (
    await owner
      .selectFrom('round_settlement')
      .select('round_id')
      .where('outcome', '=', outcome)
      .orderBy('round_id')
      .executeTakeFirstOrThrow()
  ).round_id;

const insertRoot = (db: Database, kind: string, subject: bigint) =>
  sql`insert into anchor (kind, subject, root) values (${kind}, ${subject}, sha256('thief'))`.execute(db);

/** Makes the trees of liabilities as the worker does. Returns the rows of their roots, JU first, which it deletes. */
async function makeLiabilities() {
  await makeLiabilitiesTrees(worker, { readBlock: async () => 1n, readBalance: async () => 0n });
  const { rows } = await sql<LiabilitiesRow>`
    with made as (delete from anchor returning *)
    select subject, root, currency, total, deposited, withdrawn, as_of_block from made order by currency`.execute(
    owner,
  );
  return rows;
}

type LiabilitiesRow = {
  readonly subject: bigint;
  readonly root: Buffer;
  readonly currency: number;
  readonly total: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly as_of_block: bigint;
};

const insertLiabilities = (row: LiabilitiesRow) =>
  worker
    .insertInto('anchor')
    .values({ kind: 'liabilities', ...row })
    .execute();

describe('roots that the books support', () => {
  test('default: liabilities in both currencies are signed, once their entry is followed', async () => {
    for (const row of await makeLiabilities()) await insertLiabilities(row);
    const early = 'the entry of the tree is not followed yet';
    expect(await examine()).toEqual([early, early]);
    await followAll();
    expect(await examine()).toEqual([undefined, undefined]);
    expect(await countSigned()).toBe(2);
  });

  test('default: settlements of each outcome and heads of the journal are signed, once they are followed', async () => {
    for (const roundId of rounds) await makeSettlementTree(worker, roundId);
    await anchorJournalHead(worker);
    // A round is checked when it is paid, which can be before the auditor follows its first join.
    await checkPaidRounds(auditor, operators);
    const early = await examine();
    expect(new Set(early)).toEqual(new Set(['the settlement is not followed yet', 'the entry is not followed yet']));
    await followAll();
    expect(await examine()).toEqual([...rounds, 0n].map(() => undefined));
    // Signed once.
    expect(await examine()).toEqual([]);
    expect(await countSigned()).toBe(rounds.length + 1);
  });

  test('behavior: after a change of the auditor, or a false signature, a waiting root is signed again', async () => {
    await makeSettlementTree(worker, rounds[0] ?? 0n);
    await followAll();
    await examine();
    const { id, cosignature } = await owner.selectFrom('anchor').selectAll().executeTakeFirstOrThrow();
    await sql`select cosign_anchor(${id}, decode(repeat('ab', 65), 'hex'))`.execute(auditor);
    expect(await examine()).toEqual([undefined]);
    const again = await owner.selectFrom('anchor').select('cosignature').executeTakeFirstOrThrow();
    expect(again.cosignature).toEqual(cosignature);
  });
});

describe('stolen login of the worker', () => {
  test('attack: gets no signature of a root that the books do not lead to; twin: without the books', async () => {
    const [round = 0n] = rounds;
    const open = await owner.selectFrom('round').select('id').where('state', '=', 'open').executeTakeFirstOrThrow();
    await followAll();
    await insertRoot(worker, 'settlement', round);
    await insertRoot(worker, 'settlement', open.id);
    await insertRoot(worker, 'settlement', 1_000_000n);
    await insertRoot(worker, 'journal', 1n);
    await insertRoot(worker, 'journal', 1_000_000n);
    expect(await examine()).toEqual([
      'the root is not that of the results',
      'the settlement is not followed yet',
      'the round was never published',
      'the entry had another hash when it was followed',
      'the entry is not followed yet',
    ]);
    expect(await countSigned()).toBe(0);
    await cosignRoots(auditor, CHAIN);
    expect(await countSigned()).toBe(4);
  });

  test.each([
    ['root', (row: LiabilitiesRow) => ({ ...row, root: Buffer.alloc(32, 1) })],
    ['total', (row: LiabilitiesRow) => ({ ...row, total: row.total - 1n })],
    ['sum of deposits', (row: LiabilitiesRow) => ({ ...row, deposited: row.deposited + 1n })],
    ['sum of withdrawals', (row: LiabilitiesRow) => ({ ...row, withdrawn: row.withdrawn + 1n })],
    ['block', (row: LiabilitiesRow) => ({ ...row, as_of_block: row.as_of_block - 1n })],
    ['currency', (row: LiabilitiesRow) => ({ ...row, currency: 1 - row.currency })],
  ])('attack: gets no signature of liabilities with another %s than their tree’s', async (_name, forge) => {
    await followAll();
    for (const row of await makeLiabilities()) await insertLiabilities(forge(row));
    const doubt = 'the root is not that of the tree';
    expect(await examine()).toEqual([doubt, doubt]);
    expect(await countSigned()).toBe(0);
  });

  test('attack: gets no signature of liabilities whose tree it made itself, or never', async () => {
    await followAll();
    const [row] = await makeLiabilities();
    if (row === undefined) throw new Error('no tree');
    await sql`insert into liabilities_tree
      (id, currency, root, total, deposited, withdrawn, leaves, entry, block_number, vault_balance, secret)
      overriding system value
      select 1000001, currency, sha256('thief'), 0, deposited, withdrawn, 0, entry, block_number, 0, secret
      from liabilities_tree where id = ${row.subject}`.execute(worker);
    await insertLiabilities({ ...row, subject: 1_000_000n });
    await insertLiabilities({
      ...row,
      subject: 1_000_001n,
      root: createHash('sha256').update('thief').digest(),
      total: 0n,
    });
    expect(await examine()).toEqual(['there is no such tree', expect.stringMatching(/^a total of 0 instead of/)]);
    await sql`delete from liabilities_tree where id = 1000001`.execute(owner);
  });

  test.each([
    ['worker', () => worker],
    ['indexer', () => indexer],
  ])('attack: it neither signs nor changes a signed root, with the login of %s', async (_name, login) => {
    await makeSettlementTree(worker, rounds[0] ?? 0n);
    await followAll();
    await examine();
    const before = await owner.selectFrom('anchor').selectAll().executeTakeFirstOrThrow();
    const signature = sql`decode(repeat('ab', 65), 'hex')`;
    for (const statement of [
      sql`select cosign_anchor(${before.id}, ${signature})`,
      sql`update anchor set cosignature = ${signature}`,
      sql`update anchor set root = sha256('thief')`,
      sql`update anchor set subject = subject + 1`,
      sql`delete from anchor`,
      sql`insert into anchor (kind, subject, root, cosignature) values ('journal', 9, sha256('thief'), ${signature})`,
      sql`insert into anchor (kind, subject, root, state) values ('journal', 9, sha256('thief'), 'final')`,
      sql`insert into audit.entry values (1000000, sha256('thief'))`,
    ])
      await expect(statement.execute(login())).rejects.toThrow('permission denied');
    expect(await owner.selectFrom('anchor').selectAll().executeTakeFirstOrThrow()).toEqual(before);
  });
});

const RESULTS = [
  ...(['principal', 'fee', 'reward', 'split', 'stage1', 'stage2', 'stage3'] as const).map(
    (column) => ['minted', column] as const,
  ),
  ...(['refund', 'loss', 'compensation', 'hash_power'] as const).map((column) => ['failed', column] as const),
  ['cancelled', 'refund'] as const,
];

describe('owner of the database', () => {
  test.each(RESULTS)(
    'attack: a result of a %s round with another %s is named and not signed',
    async (outcome, name) => {
      const roundId = await roundOf(outcome);
      await followAll();
      const add = (sign: string) => sql`
      update order_settlement set ${sql.ref(name)} = ${sql.ref(name)} ${sql.raw(sign)} 1
      where round_id = ${roundId} and rank = 2`;
      await changed(add('+'), add('-'), async () => {
        await makeSettlementTree(worker, roundId);
        expect(await examine()).toEqual([`round ${roundId} rank 2 has another result`]);
        // Until people have reviewed it, no root and no voucher is signed.
        expect(await examine()).toEqual([expect.stringMatching(/^finding \d+ is open$/)]);
        // Twin: where the stored results count, the root is theirs.
        const { root } = await owner.selectFrom('anchor').select('root').executeTakeFirstOrThrow();
        expect((await computeSettlementTree(roundId, readStoredResults(auditor))).root).toEqual(root);
      });
      const { rows } = await sql`select subject from audit.finding`.execute(owner);
      expect(rows).toEqual([{ subject: `round ${roundId} rank 2` }]);
      expect(await countSigned()).toBe(0);
    },
  );

  test('attack: an order with another amount than its followed join is named', async () => {
    const roundId = await roundOf('failed');
    await followAll();
    const accepted = (sign: string) => sql`
      update mint_order set accepted = accepted ${sql.raw(sign)} 1 where round_id = ${roundId} and rank = 3`;
    await changed(accepted('-'), accepted('+'), async () => {
      await makeSettlementTree(worker, roundId);
      await sql`update anchor set root = sha256('thief')`.execute(owner);
      expect(await examine()).toEqual([`round ${roundId} rank 3 has another result`]);
    });
  });

  test('attack: a round whose terms were replaced after its settlement is not signed', async () => {
    const roundId = await roundOf('minted');
    await followAll();
    const { terms_hash: hash } = await owner
      .selectFrom('round_terms')
      .select('terms_hash')
      .where('round_id', '=', roundId)
      .executeTakeFirstOrThrow();
    const set = (value: string) => sql`update round_terms set terms_hash = ${value} where round_id = ${roundId}`;
    await changed(set(`0x${'ab'.repeat(32)}`), set(hash), async () => {
      await makeSettlementTree(worker, roundId);
      expect(await examine()).toEqual(['the round was settled by other terms']);
    });
  });

  test('attack: a journal that was replaced after it was followed is not signed', async () => {
    await followAll();
    const replaced = sql`update ledger_journal_head set hash = sha256(hash)`;
    const { hash } = await owner.selectFrom('ledger_journal_head').select('hash').executeTakeFirstOrThrow();
    await changed(replaced, sql`update ledger_journal_head set hash = ${hash}`, async () => {
      await anchorJournalHead(worker);
      expect(await examine()).toEqual(['the entry had another hash when it was followed']);
    });
  });
});
