// @module-tag soak-5
import { accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KIND_NAMES, TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import type { KindCheck } from '@city-mint/server/audit/checks/kind-check';
import { KIND_CHECKS } from '@city-mint/server/audit/checks/kind-checks';
import { compareWithLedger } from '@city-mint/server/audit/commands/compare-with-ledger';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { createDatabase, createPool, type Database, databaseOver } from '@city-mint/server/platform/database/database';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetBooks, sealEverything, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildEveryKind } from '../builders/every-kind.ts';
import { KNOWN_OPERATORS as operators } from '../builders/signed-decisions.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

let database: TestDatabase;
let owner: Database;
let auditor: Database;
/** Transfers in an entry, so that there are many. */
const SMALL_ENTRY = 7;
/** A user who takes no part in the history. */
const STRANGER = 1_000_000n;
let thief: bigint;
/** A round whose escrow holds JU. */
let openRound: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 4 });
  owner = databaseOver(pool);
  auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2 });
  const users = await buildEveryKind({ db: owner, pool });
  thief = users.at(-1) ?? 0n;
  openRound = (await owner.selectFrom('round').select('id').where('state', '=', 'open').executeTakeFirstOrThrow()).id;
  await showEventsToAuditor(owner);
  // The attacker owns the database, and removes the checks that refuse a planted row.
  await sql`create table honest_transfer as select * from ledger_transfer`.execute(owner);
  await sql`create table honest_account as select * from ledger_account`.execute(owner);
  for (const name of ['ledger_transfer_allowed', 'ledger_owner_stays'])
    await sql`alter table ledger_transfer drop constraint ${sql.ref(name)}`.execute(owner);
});
afterAll(async () => {
  await Promise.all([owner.destroy(), auditor.destroy()]);
  await database.drop();
});
beforeEach(restore);

/** Everything as it was before anything was sealed or followed. */
async function restore(): Promise<void> {
  await forgetBooks(owner);
  await asAttacker(async (tx) => {
    await sql`truncate ledger_journal, ledger_transfer`.execute(tx);
    await sql`insert into ledger_transfer overriding system value select * from honest_transfer`.execute(tx);
    await sql`update ledger_account a set balance = h.balance from honest_account h
      where h.id = a.id and h.balance <> a.balance`.execute(tx);
    await sql`update ledger_journal_head set number = 0, hash = decode(repeat('00', 32), 'hex'), last_id = 0,
      safe_id = null, safe_xid = null`.execute(tx);
  });
}

/** As the owner of the database, whose changes no trigger refuses. */
async function asAttacker(work: (tx: Database) => Promise<unknown>): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await work(tx);
  });
}

const change = (statement: RawBuilder<unknown>) => asAttacker((tx) => statement.execute(tx));

async function follow(checks = KIND_CHECKS) {
  await sealEverything(owner);
  return followJournal(auditor, { operators, checks });
}

/** Returns the transfers that the auditor does not believe, with their kinds. */
async function unbelieved(checks = KIND_CHECKS): Promise<readonly (readonly [TransferKind | null, string])[]> {
  const followed = await follow(checks);
  return followed.result === 'stopped' ? followed.findings.map(({ kind, subject }) => [kind, subject] as const) : [];
}

type Row = { id: bigint; kind: number; debit: bigint; credit: bigint; amount: bigint; source: bigint; step: number };

async function lastOf(kind: TransferKind): Promise<Row> {
  const { rows } = await sql<Row>`
    select id, kind, debit_account as debit, credit_account as credit, amount, source_id as source, step
    from honest_transfer where kind = ${TRANSFER_KINDS[kind].code} order by id desc limit 1`.execute(owner);
  const [row] = rows;
  if (row === undefined) throw new Error(`no transfer of the kind ${kind}`);
  return row;
}

/** As many copies of a transfer as there are sources in the list. */
const copy = ({ id }: Row, source: RawBuilder<unknown>, step: RawBuilder<unknown>) => sql`
  insert into ledger_transfer (debit_account, credit_account, amount, kind, step, source_id, debit_balance_after,
    credit_balance_after)
  select debit_account, credit_account, amount, kind, ${step}, ${source}, debit_balance_after, credit_balance_after
  from ledger_transfer where id = ${id}`;

const availableOf = (owner: bigint, currency: 'JU' | 'FMC') => accountId({ kind: 'available', currency, owner });

/** What an attacker writes, by the words in the finding. */
const PLANTED: Record<string, (honest: Row) => RawBuilder<unknown>> = {
  'another amount': ({ id }) => sql`update ledger_transfer set amount = amount + 1 where id = ${id}`,
  'another debit account': ({ id, debit }) => sql`
    update ledger_transfer set debit_account = ${availableOf(STRANGER, currencyOf(debit))} where id = ${id}`,
  'another credit account': ({ id, credit }) => sql`
    update ledger_transfer set credit_account = ${availableOf(STRANGER, currencyOf(credit))} where id = ${id}`,
  'another currency': ({ id }) => sql`
    update ledger_transfer set debit_account = debit_account # 16, credit_account = credit_account # 16
    where id = ${id}`,
  'no source': ({ id }) => sql`update ledger_transfer set source_id = source_id + 100000000 where id = ${id}`,
  'a second step': (honest) => copy(honest, sql`source_id`, sql`step + 9`),
};

function currencyOf(account: bigint): 'JU' | 'FMC' {
  return (account & 16n) === 0n ? 'JU' : 'FMC';
}

/** Believes whatever is written. */
const credulous: KindCheck = {
  isOfChain: false,
  expected: sql`select t.id, t.debit_account as debit, t.credit_account as credit, t.amount from t`,
};
const without = (...kinds: readonly TransferKind[]) => ({
  ...KIND_CHECKS,
  ...Object.fromEntries(kinds.map((kind) => [kind, credulous])),
});

describe('an honest history', () => {
  test('default: has transfers of every kind, and the auditor believes all of them', async () => {
    const { rows } = await sql<{ kind: number }>`select distinct kind from ledger_transfer order by kind`.execute(
      owner,
    );
    expect(rows.map(({ kind }) => kind)).toEqual(TRANSFER_KIND_NAMES.map((name) => TRANSFER_KINDS[name].code));
    const catalogue = await sql<{ name: string }>`select name from ledger_transfer_kinds order by code`.execute(owner);
    expect(Object.keys(KIND_CHECKS)).toEqual(catalogue.rows.map(({ name }) => name));
    expect(await follow()).toEqual({ result: 'followed', transfers: expect.any(BigInt) });
    expect(await follow()).toEqual({ result: 'complete' });
    expect(await compareWithLedger(auditor, -1n)).toEqual({ findings: [], last: expect.any(BigInt) });
  });

  test('behavior: is followed entry by entry with the same balances', async () => {
    await sealEverything(owner, SMALL_ENTRY);
    let entries = 0;
    while ((await followJournal(auditor, { operators, entries: 1 })).result === 'followed') entries += 1;
    expect(entries).toBeGreaterThan(10);
    expect((await compareWithLedger(auditor, -1n)).findings).toEqual([]);
  });
});

describe('two auditors', () => {
  test('behavior: follow each transfer once together', async () => {
    await sealEverything(owner, SMALL_ENTRY);
    const followAll = async () => {
      while ((await followJournal(auditor, { operators, entries: 1 })).result === 'followed');
    };
    await Promise.all([followAll(), followAll()]);
    await followAll();
    expect(await followJournal(auditor, { operators })).toEqual({ result: 'complete' });
    expect((await compareWithLedger(auditor, -1n)).findings).toEqual([]);
  });
});

describe('planted transfers, one of each kind', () => {
  test.each(Object.keys(PLANTED))('attack: with %s are found and named', async (name) => {
    const plant = PLANTED[name];
    if (plant === undefined) throw new Error(name);
    const planted = await Promise.all(
      TRANSFER_KIND_NAMES.map(async (kind) => {
        const honest = await lastOf(kind);
        await change(plant(honest));
        return [kind, `transfer ${name === 'a second step' ? await idOf(kind, honest.step + 9) : honest.id}`];
      }),
    );
    expect(await unbelieved()).toEqual(expect.arrayContaining(planted));
  });

  test('attack: repeated without the database’s key are found and named', async () => {
    await sql`alter table ledger_transfer drop constraint ledger_transfer_key`.execute(owner);
    for (const kind of TRANSFER_KIND_NAMES) await change(copy(await lastOf(kind), sql`source_id`, sql`step`));
    const { rows } = await sql<{ kind: number; id: bigint }>`
      select kind, max(id) as id from ledger_transfer group by kind order by kind`.execute(owner);
    const planted = rows.map(({ kind, id }) => [TRANSFER_KIND_NAMES[kind - 1], `transfer ${id}`]);
    expect(await unbelieved()).toEqual(expect.arrayContaining(planted));
    await restore();
    await sql`alter table ledger_transfer add constraint ledger_transfer_key unique (kind, source_id, step)`.execute(
      owner,
    );
  });
});

/** Returns the last transfer of a kind with this step. */
async function idOf(kind: TransferKind, step: number): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select max(id) as id from ledger_transfer
    where kind = ${TRANSFER_KINDS[kind].code} and step = ${step}`.execute(owner);
  return rows[0]?.id ?? 0n;
}

/** Posts a transfer of 1 of this kind by the ledger, which checks no source. Returns the kinds that it took. */
async function postWithoutSource(kind: TransferKind): Promise<TransferKind[]> {
  const honest = await lastOf(kind);
  const { rows } = await sql<{ id: bigint }>`select id from ledger_account
    where id & 31 = ${honest.debit & 31n} and balance > 0 limit 1`.execute(owner);
  const ofRound = (account: bigint) =>
    [3n, 4n, 11n].includes(account & 15n) ? openRound * 256n + (account & 255n) : account;
  const [debit, credit] = [rows[0]?.id ?? ofRound(honest.debit), ofRound(honest.credit)];
  await sql`select ledger_open_accounts(${[debit, credit]}::bigint[])`.execute(owner);
  const posted: TransferKind[] = [];
  const post = async (of: TransferKind, from: bigint, to: bigint) => {
    posted.push(of);
    await sql`select ledger_write_transfer(${TRANSFER_KINDS[of].code}, ${from}, ${to}, 1, 999999)`.execute(owner);
  };
  // Accounts that are empty in an honest history.
  if ((debit & 15n) === 4n) await post('mint-fee', ofRound(openRound * 256n + 3n), debit);
  if ((debit & 15n) === 11n) await post('vest', accountId({ kind: 'emission', currency: 'FMC', owner: 0n }), debit);
  await post(kind, debit, credit);
  return posted;
}

describe('a transfer that the ledger posts without a source', () => {
  test.each(TRANSFER_KIND_NAMES)(
    'attack: of the kind %s is found; broken twin: not without its check',
    async (kind) => {
      const posted = await postWithoutSource(kind);
      const { rows } = await sql<{ id: bigint }>`select max(id) as id from ledger_transfer`.execute(owner);
      expect(await unbelieved()).toContainEqual([kind, `transfer ${rows[0]?.id}`]);
      await forgetBooks(owner);
      expect(await follow(without(...posted))).toMatchObject({ result: 'followed' });
    },
  );
});

describe('the journal', () => {
  test.each([
    [
      'changed',
      sql`update ledger_transfer set amount = amount + 1 where id = (select min(id) + 9 from honest_transfer)`,
    ],
    ['removed', sql`delete from ledger_transfer where id = (select min(id) + 9 from honest_transfer)`],
    ['replaced', sql`update ledger_journal set hash = sha256(hash) where number = 2`],
    ['skipped', sql`update ledger_journal set first_id = first_id + 1 where number = 2`],
  ])('attack: an entry whose transfers were %s is found', async (_what, statement) => {
    await sealEverything(owner, SMALL_ENTRY);
    await change(statement);
    expect(await followJournal(auditor, { operators, entries: 1 })).toMatchObject({ result: 'followed' });
    expect(await followJournal(auditor, { operators })).toMatchObject({
      result: 'stopped',
      findings: [{ subject: 'entry 2' }],
    });
  });

  test('attack: a history that was sealed again after it was followed is found', async () => {
    await sealEverything(owner, SMALL_ENTRY);
    while ((await followJournal(auditor, { operators })).result === 'followed');
    await asAttacker(async (tx) => {
      await sql`truncate ledger_journal`.execute(tx);
      await sql`update ledger_transfer set amount = amount + 1
        where id = (select max(id) from ledger_transfer)`.execute(tx);
      await sql`update ledger_journal_head set number = 0, hash = decode(repeat('00', 32), 'hex'), last_id = 0`.execute(
        tx,
      );
    });
    await sealEverything(owner, SMALL_ENTRY);
    expect(await followJournal(auditor, { operators })).toMatchObject({ result: 'stopped' });
  });
});

describe('balances', () => {
  test('attack: a balance without a transfer is found by the comparison', async () => {
    await follow();
    await change(sql`update ledger_account set balance = balance + 1 where id = ${availableOf(thief, 'JU')}`);
    const { findings } = await compareWithLedger(auditor, -1n);
    expect(findings).toMatchObject([{ subject: `account ${availableOf(thief, 'JU')}` }]);
  });
});
