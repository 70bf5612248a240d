import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { DAY_MS } from '@city-mint/domain/time/durations';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { firstIdSince } from '../entries/queries.ts';
import { statementSince } from '../statements/queries/period.ts';

/** The sum of the transfers of one kind in one currency; base units. */
export type Flow = {
  readonly kind: string;
  readonly currency: Currency;
  readonly amount: TokenAmount;
  readonly transfers: number;
};

/** The flows of the ledger since midnight UTC. */
export type TodaysFlows = { readonly from: Date; readonly countedAt: Date; readonly flows: readonly Flow[] };

type FlowRow = { kind: string; currency: Currency; amount: string; transfers: string };
type Sum = { kind: string; currency: Currency; amount: bigint; transfers: number };

/** The counted flows of a day, up to the transfer `lastId`, which is sealed or was written before the day. */
type Counted = { readonly from: Date; readonly lastId: bigint; readonly sums: ReadonlyMap<string, Sum> };

/**
 * Returns a function that sums up the transfers of the current UTC day. Sealed transfers are final, so they are counted
 * once and a day with a million of them does not slow down later calls. Unsealed transfers are counted on each call.
 */
export function createTodaysFlows(db: Database): () => Promise<TodaysFlows> {
  let counted: Promise<Counted> | undefined;
  return async () => {
    const from = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const before = counted;
    counted = (async () => {
      const known = await before?.catch(() => undefined);
      return countSealed(db, known?.from.getTime() === from.getTime() ? known : await startOf(db, from));
    })();
    const { lastId, sums } = await counted;
    const all = add(sums, await readFlows(db, { from, after: lastId, until: null }));
    return { from, countedAt: new Date(), flows: [...all.values()].map(toFlow) };
  };
}

/** Skips all transfers written before the day began, sealed or not. */
async function startOf(db: Database, from: Date): Promise<Counted> {
  const firstId = await firstIdSince(db, statementSince(from.getTime()));
  return { from, lastId: firstId - 1n, sums: new Map() };
}

async function countSealed(db: Database, { from, lastId, sums }: Counted): Promise<Counted> {
  const head = await db.selectFrom('ledger_journal_head').select('last_id').executeTakeFirstOrThrow();
  if (head.last_id <= lastId) return { from, lastId, sums };
  const rows = await readFlows(db, { from, after: lastId, until: head.last_id });
  return { from, lastId: head.last_id, sums: add(sums, rows) };
}

type Range = { readonly from: Date; readonly after: bigint; readonly until: bigint | null };

async function readFlows(db: Database, { from, after, until }: Range): Promise<FlowRow[]> {
  const { rows } = await sql<FlowRow>`
    select k.name as kind, case f.currency when currency_ju() then 'JU' else 'FMC' end as currency,
      f.amount::text as amount, f.transfers::text as transfers
    from (
      select t.kind, ledger_account_currency(t.debit_account) as currency, sum(t.amount) as amount,
        count(*) as transfers
      from ledger_transfer t
      where t.id > ${after} and (${until}::bigint is null or t.id <= ${until}) and t.created_at >= ${from}
      group by 1, 2
    ) f join ledger_transfer_kinds k on k.code = f.kind order by f.kind, f.currency`.execute(db);
  return rows;
}

function add(sums: ReadonlyMap<string, Sum>, rows: readonly FlowRow[]): Map<string, Sum> {
  const all = new Map(sums);
  for (const { kind, currency, amount, transfers } of rows) {
    const key = `${kind} ${currency}`;
    const known = all.get(key) ?? { amount: 0n, transfers: 0 };
    all.set(key, {
      kind,
      currency,
      amount: known.amount + BigInt(amount),
      transfers: known.transfers + Number(transfers),
    });
  }
  return all;
}

function toFlow({ amount, ...sum }: Sum): Flow {
  return { ...sum, amount: tokenAmount(amount) };
}
