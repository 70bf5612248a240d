import { type Account, accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** One of the system's own accounts. */
export type SystemAccount = Account & { readonly owner: 0n };

/** Base units that the ledger credited to an account and debited from it. */
export type FlowSums = { readonly credited: bigint; readonly debited: bigint };

/** The last transfer whose flows are counted, and when flows were last counted. */
export type CountedTo = { readonly transferId: bigint; readonly at: Date };

/** Returns how far flows are counted. */
export async function readCountedTo(db: Database): Promise<CountedTo> {
  const row = await db.selectFrom('ledger_flow_progress').select(['last_id', 'counted_at']).executeTakeFirstOrThrow();
  return { transferId: row.last_id, at: row.counted_at };
}

/** An account's current balance, and its flows of the current UTC day and in total; base units, custody below zero. */
export type AccountSums = { readonly balance: bigint; readonly today: FlowSums; readonly total: FlowSums };

/** Returns the balance of an account and its counted flows. */
export async function readFlowSums(db: Database, account: SystemAccount): Promise<AccountSums> {
  const { rows } = await sql<Record<'balance' | 'credited' | 'debited' | 'credited_today' | 'debited_today', bigint>>`
    select coalesce((select balance from ledger_account where id = ${accountId(account)}), 0) as balance,
      coalesce(sum(amount) filter (where incoming), 0) as credited,
      coalesce(sum(amount) filter (where not incoming), 0) as debited,
      coalesce(sum(amount) filter (where incoming and day = utc_day(clock_timestamp())), 0) as credited_today,
      coalesce(sum(amount) filter (where not incoming and day = utc_day(clock_timestamp())), 0) as debited_today
    from ledger_flow_day where account = ${accountId(account)}`.execute(db);
  const { balance = 0n, credited = 0n, debited = 0n, credited_today = 0n, debited_today = 0n } = rows[0] ?? {};
  return { balance, today: { credited: credited_today, debited: debited_today }, total: { credited, debited } };
}

/** Credits or debits of an account by transfers of one kind on one UTC day; base units. */
export type DayFlow = {
  readonly day: number;
  readonly kind: TransferKind;
  readonly incoming: boolean;
  readonly amount: bigint;
  readonly transfers: bigint;
};

export type AccountFlows = {
  readonly firstDay: number;
  /** The account's balance before the first day, and after the last counted transfer; base units. */
  readonly opening: bigint;
  readonly closing: bigint;
  readonly countedTo: CountedTo;
  readonly flows: readonly DayFlow[];
};

/** Returns the flows of an account on each of the last `days` UTC days, oldest first; today is the last. */
export async function readAccountFlows(
  db: Database,
  { account, days }: { readonly account: SystemAccount; readonly days: number },
): Promise<AccountFlows> {
  // One snapshot: otherwise a day could be counted between the two statements.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: sums } = await sql<{ first_day: number; opening: bigint; closing: bigint }>`
        select utc_day(clock_timestamp()) - ${days}::int + 1 as first_day,
          coalesce(sum(case when incoming then amount else -amount end)
            filter (where day <= utc_day(clock_timestamp()) - ${days}::int), 0) as opening,
          coalesce(sum(case when incoming then amount else -amount end), 0) as closing
        from ledger_flow_day where account = ${accountId(account)}`.execute(tx);
      const { first_day: firstDay = 0, opening = 0n, closing = 0n } = sums[0] ?? {};
      const rows = await tx
        .selectFrom('ledger_flow_day')
        .select(['day', 'kind', 'incoming', 'amount', 'transfers'])
        .where('account', '=', accountId(account))
        .where('day', '>=', firstDay)
        .orderBy('day')
        .orderBy('kind')
        .orderBy('incoming')
        .execute();
      const flows = rows.map(({ kind, ...flow }) => ({ ...flow, kind: transferKindOf(kind) }));
      return { firstDay, opening, closing, countedTo: await readCountedTo(tx), flows };
    });
}

/** A transfer of an account; amounts in base units. */
export type AccountTransfer = {
  readonly transferId: bigint;
  readonly at: Date;
  readonly kind: TransferKind;
  readonly incoming: boolean;
  readonly amount: bigint;
  readonly balanceAfter: bigint;
  /** The id of the account on the other side. */
  readonly otherAccount: bigint;
  readonly sourceId: bigint;
};

export type TransfersWanted = {
  readonly account: SystemAccount;
  /** true for credits, false for debits, undefined for both. */
  readonly incoming?: boolean | undefined;
  readonly kind?: TransferKind | undefined;
  /** UTC days, both inclusive: only transfers that are counted in the flows of these days. */
  readonly days?: { readonly first: number; readonly last: number } | undefined;
  /** The page begins below this transfer id; null = from the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** Returns transfers of an account, newest first. Reads each kind by its index, no further than the page needs. */
export async function listAccountTransfers(db: Database, wanted: TransfersWanted): Promise<AccountTransfer[]> {
  const { days, before, limit } = wanted;
  const isOfDays = days === undefined ? sql`true` : await conditionOfDays(db, wanted.account, days);
  if (isOfDays === null) return [];
  const parts = partsOf(wanted).map(
    ({ side, code }) => sql`
      (select t.id, t.created_at, t.kind, ${side === 'credit'}::boolean as incoming, t.amount,
        ${sql.ref(`t.${side}_balance_after`)} as balance_after,
        ${sql.ref(side === 'credit' ? 't.debit_account' : 't.credit_account')} as other, t.source_id
      from ledger_transfer t
      where ${sql.ref(`t.${side}_account`)} = ${accountId(wanted.account)} and ${sql.ref(`t.${side}_account`)} < 256
        and t.kind = ${code}::int and (${before}::bigint is null or t.id < ${before}::bigint) and ${isOfDays}
      order by t.id desc limit ${limit}::int)`,
  );
  if (parts.length === 0) return [];
  const { rows } = await sql<{
    id: bigint;
    created_at: Date;
    kind: number;
    incoming: boolean;
    amount: bigint;
    balance_after: bigint;
    other: bigint;
    source_id: bigint;
  }>`
    select * from (${sql.join(parts, sql` union all `)}) part order by id desc limit ${limit}::int`.execute(db);
  return rows.map((row) => ({
    transferId: row.id,
    at: row.created_at,
    kind: transferKindOf(row.kind),
    incoming: row.incoming,
    amount: row.amount,
    balanceAfter: row.balance_after,
    otherAccount: row.other,
    sourceId: row.source_id,
  }));
}

/** The kinds that the ledger allows for the account and the filter includes, each with the account's side. */
function partsOf({ account, incoming, kind }: TransfersWanted): { side: 'debit' | 'credit'; code: number }[] {
  return Object.entries(TRANSFER_KINDS).flatMap(([name, { code, movements }]) => {
    if (kind !== undefined && kind !== name) return [];
    const isOn = (side: 'from' | 'to') =>
      movements.some((m) => m[side] === account.kind && (m.currencies as readonly string[]).includes(account.currency));
    return [
      ...(incoming !== false && isOn('to') ? [{ side: 'credit' as const, code }] : []),
      ...(incoming !== true && isOn('from') ? [{ side: 'debit' as const, code }] : []),
    ];
  });
}

/**
 * A condition for transfers `t` that are counted on these days, or null where there are none. It limits id and time:
 * the planner has statistics of `created_at`, but for a day computed from it would expect so few rows that it sorts the
 * whole range.
 */
async function conditionOfDays(
  db: Database,
  account: SystemAccount,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<RawBuilder<unknown> | null> {
  const range = await db
    .selectFrom('ledger_flow_day')
    .select(({ fn }) => [fn.min('first_id').as('first'), fn.max('last_id').as('last')])
    .where('account', '=', accountId(account))
    .where('day', '>=', first)
    .where('day', '<=', last)
    .executeTakeFirst();
  if (range?.first == null || range.last == null) return null;
  return sql`t.id between ${range.first} and ${range.last}
    and t.created_at >= to_timestamp(${first}::float8 * 86400)
    and t.created_at < to_timestamp((${last}::float8 + 1) * 86400)`;
}

function transferKindOf(code: number): TransferKind {
  for (const kind of TRANSFER_NAMES) if (TRANSFER_KINDS[kind].code === code) return kind;
  throw new Error(`the ledger has no kind of transfer ${code}`);
}

/** The keys of a constant table are its transfer kinds. */
const TRANSFER_NAMES = Object.keys(TRANSFER_KINDS) as TransferKind[];
