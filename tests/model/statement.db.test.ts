import { accountId } from '@city-mint/domain/ledger/account-id';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { assetSources } from '@city-mint/server/assets/queries/transfer-sources';
import { readUserBalances } from '@city-mint/server/ledger/accounts/queries';
import { statementSince } from '@city-mint/server/ledger/statements/queries/period';
import { type AccountTotals, readStatementTotals } from '@city-mint/server/ledger/statements/queries/totals';
import { miningSources } from '@city-mint/server/miner/queries/mined-days';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { poolSources } from '@city-mint/server/rewards/queries/pools';
import { readHeldByRounds } from '@city-mint/server/rounds/orders/queries/held-by-rounds';
import { roundSources } from '@city-mint/server/rounds/orders/queries/round-sources';
import { readStatementPage, readStatements } from '@city-mint/server/statement/queries/read-statement';
import { createStatementMemory } from '@city-mint/server/statement/statement-memory';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFunds } from '../builders/participants.ts';
import { postTransfer } from '../builders/post-transfer.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { anyCommand } from './any-command.ts';
import { beginSequence } from './begin-sequence.ts';
import { type MoneyWorld, openWorld } from './money-world.ts';
import type { Sequence } from './sequence.ts';
import { deposit, withdraw } from './user-commands.ts';

const OPERATIONS = 250;
/** Stretches the seconds of the test to days, so that a period and the time before it are hours apart. */
const STRETCH_FACTOR = 50_000;

type Period = { readonly userId: bigint; readonly from: number; readonly to: number };
type Read = (period: Period) => Promise<readonly AccountTotals[]>;

describe('statements over random transfers', () => {
  let database: TestDatabase;
  let world: MoneyWorld;
  let api: Database;
  let users: readonly bigint[];
  /** From before the first transfer until after the last one. */
  let beginning: number;
  let end: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    world = await openWorld(database.url);
    api = createDatabase({ ...asRole(database.url, 'city_mint_api'), maxConnections: 2 });
    await buildFunds(world.owner, { reserve: 100n, emission: 1_000_000n });
    const reserveCap = tokenAmount(150n);
    await world.owner.updateTable('reserve_setting').set({ cap: reserveCap }).execute();
    const model = await beginSequence(world, { number: 1, users: 5, reserveCap });
    users = model.users.map(({ id }) => id);
    beginning = Date.now();
    const seed = beginning % 2 ** 31;
    // The last two leave an open withdrawal to pay out, which a random sequence may lack.
    const last = [deposit(0, 5), withdraw({ user: 0, units: 5, currency: 'JU' })];
    const commands = [...fc.sample(anyCommand, { seed, numRuns: OPERATIONS }), ...last];
    console.log(`statements: ${commands.length} operations of seed ${seed}`);
    await fc.asyncModelRun(() => ({ model, real: world }), commands);
    await payDays(world.owner, users);
    await payOut(world.owner, model);
    ({ beginning, end } = await stretchTime(world.owner));
  });
  afterAll(async () => {
    await api.destroy();
    await world.end();
    await database.drop();
  });

  const read: Read = async ({ userId, from, to }) => {
    const [totals = []] = await readStatements(api, { userId, bounds: [from, to] });
    return totals;
  };
  const randomCuts = () => [
    beginning,
    ...Array.from({ length: 1 + Math.floor(Math.random() * 6) }, () =>
      Math.floor(beginning + Math.random() * (end - beginning)),
    ).sort((a, b) => a - b),
    end,
  ];

  test('default: periods cut at random times follow each other to the unit and agree with the ledger', async () => {
    const kinds = new Set<string>();
    for (const userId of users) {
      expect(await problemsOf(userId, [beginning, end], read)).toEqual([]);
      for (let n = 0; n < 6; n += 1) {
        const cuts = randomCuts();
        expect(await problemsOf(userId, cuts, read), `user ${userId}, cut at ${cuts.join(', ')}`).toEqual([]);
      }
      for (const { kinds: seen } of await read({ userId, from: beginning, to: end })) {
        for (const { kind } of seen) kinds.add(kind);
      }
    }
    console.log(`statements: kinds ${[...kinds].sort().join(', ')}`);
    for (const kind of [
      'deposit',
      'join',
      'withdrawal-request',
      'withdrawal-done',
      'hash-rate-output',
      'level-output',
    ]) {
      expect(kinds).toContain(kind);
    }
  });

  test('default: a period with a cached part equals the same period read as a whole', async () => {
    for (const userId of users) {
      const statementOf = createStatementMemory((asked) => readStatements(api, asked));
      for (const cut of randomCuts()) {
        // The cache ends at the cut, two hours before.
        const order = { userId, from: beginning, to: end, now: cut + 7_200_000 };
        const whole = await read(order);
        expect(await statementOf(order)).toEqual(whole);
        expect(await statementOf(order)).toEqual(whole);
      }
    }
  });

  test('default: the transfers, on pages of any size, lead from each opening to each closing balance', async () => {
    for (const userId of users) {
      const [, middle = beginning] = randomCuts();
      for (const [from, to] of [
        [beginning, end],
        [beginning, middle],
        [middle, end],
      ] as const) {
        const limit = 1 + Math.floor(Math.random() * 12);
        const totals = await read({ userId, from, to });
        const balances = new Map(totals.map((one) => [`${one.currency} ${one.account}`, one.opening]));
        const sums = new Map<string, bigint>();
        let last = from;
        for (let afterId: bigint | null = 0n; afterId !== null; ) {
          const page = await readStatementPage(api, { userId, from, to, afterId, limit });
          expect(new Set(page.transfers.map(({ transferId }) => transferId)).size).toBeLessThanOrEqual(limit);
          expect(page.totals).toEqual(afterId === 0n || page.next === null ? totals : []);
          for (const transfer of page.transfers) {
            const name = `${transfer.currency} ${transfer.account}`;
            const after = (balances.get(name) ?? 0n) + transfer.in - transfer.out;
            expect(transfer.after, `${name}, transfer ${transfer.transferId}`).toBe(after);
            expect(transfer.at.getTime()).toBeGreaterThanOrEqual(last);
            expect(transfer.at.getTime()).toBeLessThan(to);
            last = transfer.at.getTime();
            balances.set(name, after);
            const kind = `${name} ${transfer.kind}`;
            sums.set(kind, (sums.get(kind) ?? 0n) + transfer.in - transfer.out);
          }
          afterId = page.next;
        }
        for (const { currency, account, closing, kinds } of totals) {
          expect(balances.get(`${currency} ${account}`)).toBe(closing);
          for (const kind of kinds) {
            expect(sums.get(`${currency} ${account} ${kind.kind}`)).toBe(kind.in - kind.out);
          }
        }
      }
    }
  });

  test('broken twin: a transfer that no source lists is noticed', async () => {
    for (const userId of users.slice(0, 3)) {
      const own = await transfersOf(userId);
      for (const left of own.filter((_, place) => place % Math.ceil(own.length / 12) === 0)) {
        const blind: Read = (period) => readWithout(period, left);
        const seen = await problemsOf(userId, [beginning, end], blind).catch(({ message }: Error) => [message]);
        expect(seen, `kind ${left.kind} of source ${left.sourceId}`).not.toEqual([]);
      }
      // Between other transfers of its account, the balances around it do not follow each other.
      const between = own.filter(({ isJu }) => isJu).at(1);
      if (between === undefined) throw new Error('too few transfers');
      await expect(readWithout({ userId, from: beginning, to: end }, between)).rejects.toThrow('leave a gap');
    }
  });

  /** Reads the statement without one source reference. */
  async function readWithout({ userId, from, to }: Period, left: { kind: number; sourceId: bigint }) {
    const wanted = { userId, since: statementSince(from), isNamed: true };
    const all = sql.join(
      [assetSources, roundSources, miningSources, poolSources].map((of) => of(wanted)),
      sql` union all `,
    );
    const sources = [
      sql`select * from (${all}) c where not (kind = ${left.kind}::int and source_id = ${left.sourceId})`,
    ];
    const [totals = []] = await readStatementTotals(api, { userId, bounds: [from, to], sources });
    return totals;
  }

  /** Returns a user's transfers in the order of the ledger. */
  async function transfersOf(userId: bigint) {
    const account = accountId({ kind: 'available', currency: 'JU', owner: userId });
    const { rows } = await sql<{ kind: number; sourceId: bigint; isJu: boolean }>`
      select t.kind, t.source_id as "sourceId", ${account} in (t.debit_account, t.credit_account) as "isJu"
      from ledger_transfer t
      where ${userId} in (ledger_account_owner(t.debit_account), ledger_account_owner(t.credit_account))
        and (ledger_account_owner(t.debit_account) = ${userId}
          and ledger_account_kind(t.debit_account) in (account_kind_available(), account_kind_withdrawing())
          or ledger_account_owner(t.credit_account) = ${userId}
            and ledger_account_kind(t.credit_account) in (account_kind_available(), account_kind_withdrawing()))
      order by t.id`.execute(world.owner);
    return rows;
  }

  /** Describes the faults of these periods' statements. */
  async function problemsOf(userId: bigint, cuts: readonly number[], readOne: Read): Promise<string[]> {
    const problems: string[] = [];
    const expectSame = (what: string, found: bigint | undefined, right: bigint | undefined) => {
      if (found !== right) problems.push(`${what}: ${found}, not ${right}`);
    };
    const balances = new Map<string, bigint>();
    const sums = new Map<string, bigint>();
    for (const [place, from] of cuts.slice(0, -1).entries()) {
      for (const { currency, account, opening, closing, kinds } of await readOne({
        userId,
        from,
        to: cuts[place + 1] ?? 0,
      })) {
        const name = `${currency} ${account}`;
        expectSame(`opening of ${name}`, opening, balances.get(name) ?? 0n);
        expectSame(
          `closing of ${name}`,
          closing,
          kinds.reduce((sum, kind) => sum + kind.in - kind.out, opening),
        );
        balances.set(name, closing);
        for (const kind of kinds) {
          for (const way of ['in', 'out'] as const) {
            const key = `${name} ${kind.kind} ${way}`;
            if (kind[way] > 0n) sums.set(key, (sums.get(key) ?? 0n) + kind[way]);
          }
        }
      }
    }
    for (const [name, balance] of await balancesNow(userId))
      expectSame(`balance of ${name}`, balances.get(name), balance);
    const right = await sumsOfLedger(userId);
    for (const key of new Set([...right.keys(), ...sums.keys()])) expectSame(key, sums.get(key), right.get(key));
    return problems;
  }

  async function balancesNow(userId: bigint): Promise<Map<string, bigint>> {
    const held = (await readUserBalances(world.owner, [userId])).get(userId);
    const { frozen } = await readHeldByRounds(world.owner, userId);
    return new Map([
      ['JU available', held?.JU.available ?? -1n],
      ['JU withdrawing', held?.JU.withdrawing ?? -1n],
      ['FMC available', held?.FMC.available ?? -1n],
      ['FMC withdrawing', held?.FMC.withdrawing ?? -1n],
      ['JU in-rounds', frozen],
    ]);
  }

  /** Returns the sums in and out of a user's accounts by kind, and those of their orders from the settlements. */
  async function sumsOfLedger(userId: bigint): Promise<Map<string, bigint>> {
    const { rows } = await sql<{ key: string; sum: bigint }>`
      with own as (
        select case ledger_account_currency(a.id) when 0 then 'JU' else 'FMC' end
          || case ledger_account_kind(a.id) when 1 then ' available ' else ' withdrawing ' end as name, a.id
        from ledger_account a where ledger_account_owner(a.id) = ${userId}
          and ledger_account_kind(a.id) in (account_kind_available(), account_kind_withdrawing())
      )
      select own.name || k.name || ' in' as key, sum(t.amount) as sum
      from own join ledger_transfer t on t.credit_account = own.id join ledger_transfer_kinds k on k.code = t.kind
      group by 1
      union all
      select own.name || k.name || ' out', sum(t.amount)
      from own join ledger_transfer t on t.debit_account = own.id join ledger_transfer_kinds k on k.code = t.kind
      group by 1
      union all
      select 'JU in-rounds join in', sum(accepted) from mint_order where user_id = ${userId} having count(*) > 0
      union all
      select 'JU in-rounds ' || v.name || ' out', sum(v.amount) from order_settlement s cross join lateral (values
        ('principal-return', coalesce(s.principal, s.refund)), ('mint-fee', s.fee), ('loss', s.loss)) v (name, amount)
      where s.user_id = ${userId} group by v.name having sum(v.amount) > 0`.execute(world.owner);
    return new Map(rows.map(({ key, sum }) => [key, sum]));
  }
});

/** Pays a day of each pool and of the machines. */
async function payDays(owner: Database, users: readonly bigint[]): Promise<void> {
  // From rounds of so few units the pools get only what rounding leaves.
  const pools = (['nodes', 'levels'] as const).map((kind) => accountId({ kind, currency: 'JU', owner: 0n }));
  await sql`update ledger_account set balance = balance + 100 where id = any (${pools}::bigint[])`.execute(owner);
  for (const [pool, kind] of [
    ['nodes', 'node-output'],
    ['levels', 'level-output'],
  ] as const) {
    await sql`insert into pool_day (day, pool, weights, release, paid_at)
      values (20000, ${pool}, 100, 100, clock_timestamp())`.execute(owner);
    const { rows } = await sql<{ id: bigint; user_id: bigint }>`
      insert into pool_share (day, pool, user_id, weight, attributed)
      select 20000, ${pool}, unnest(${users}::bigint[]), 3, 3 returning id, user_id`.execute(owner);
    for (const { id, user_id } of rows) {
      const to = { kind: 'available', currency: 'JU', owner: user_id } as const;
      await postTransfer(owner, {
        kind,
        from: { kind: pool, currency: 'JU', owner: 0n },
        to,
        amount: tokenAmount(3n),
        sourceId: id,
      });
    }
  }
  await sql`insert into mining_day (day, machines, hash_rate, emission, paid_at)
    values (20000, 5, 5, 5, clock_timestamp())`.execute(owner);
  const { rows } = await sql<{ id: bigint; user_id: bigint }>`
    insert into machine_day (day, user_id, machine_id, hash_rate, output)
    select 20000, user_id, user_id, 1, 1 from unnest(${users}::bigint[]) user_id returning id, user_id`.execute(owner);
  for (const { id, user_id } of rows) {
    const to = { kind: 'available', currency: 'FMC', owner: user_id } as const;
    const from = { kind: 'emission', currency: 'FMC', owner: 0n } as const;
    await postTransfer(owner, { kind: 'hash-rate-output', from, to, amount: tokenAmount(1n), sourceId: id });
  }
}

/** Completes every second withdrawal that was not returned; there is at least one. */
async function payOut(owner: Database, model: Sequence): Promise<void> {
  const open = model.withdrawals.filter(({ answer, isReturned }) => 'withdrawalId' in answer && !isReturned);
  expect(open.length).toBeGreaterThan(0);
  for (const { user, request, answer } of open.filter((_, place) => place % 2 === 0)) {
    if (!('withdrawalId' in answer)) continue;
    const { currency, amount } = request;
    await postTransfer(owner, {
      kind: 'withdrawal-done',
      from: { kind: 'withdrawing', currency, owner: user.id },
      to: { kind: 'custody', currency, owner: 0n },
      amount,
      sourceId: answer.withdrawalId,
    });
    await sql`update withdrawal set state = 'completed', completed_at = now(), booked_at = now(), due_at = null
      where id = ${answer.withdrawalId}`.execute(owner);
  }
}

/** Stretches all times that statements use into the past, in the same order; returns the first and the last. */
async function stretchTime(owner: Database): Promise<{ beginning: number; end: number }> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(owner);
  const now = rows[0]?.now ?? new Date(0);
  await sql`alter table ledger_transfer disable trigger ledger_transfer_is_never_changed`.execute(owner);
  for (const [table, column] of [
    ['ledger_transfer', 'created_at'],
    ['round_transition', 'at'],
    ['round_stage', 'paid_at'],
    ['recharge', 'credited_at'],
    ['withdrawal', 'requested_at'],
    ['withdrawal', 'booked_at'],
    ['withdrawal', 'returned_at'],
    ['mining_day', 'paid_at'],
    ['pool_day', 'paid_at'],
  ] as const) {
    const time = sql.ref(column);
    await sql`update ${sql.table(table)}
      set ${time} = ${now}::timestamptz - (${now}::timestamptz - ${time}) * ${STRETCH_FACTOR}::int`.execute(owner);
  }
  await sql`alter table ledger_transfer enable trigger ledger_transfer_is_never_changed`.execute(owner);
  const span = await sql<{ first: Date; last: Date }>`
    select min(created_at) as first, max(created_at) as last from ledger_transfer`.execute(owner);
  const [times] = span.rows;
  if (times === undefined) throw new Error('there is no transfer');
  return { beginning: times.first.getTime() - 1, end: times.last.getTime() + 1 };
}
