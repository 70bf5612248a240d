import { unitsOf } from '@city-mint/domain/money/amount-text';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import type { Asked } from './crowd.ts';

/** Comparison of joins as callers saw them with the database. */
export type JoinFigures = {
  readonly acknowledged: number;
  /** Acknowledged orders that are missing or differ from their acknowledgement. */
  readonly lost: number;
  /** Their request ids. */
  readonly lostIds: readonly string[];
  /**
   * Orders beyond the first of a request id, without a request, or of a refused one, and transfers beyond one per
   * order.
   */
  readonly doubled: number;
  /** Rounds whose ranks are not 1…n, or whose count or sum is not that of their orders. */
  readonly gaps: number;
};

type OrderRow = {
  id: bigint;
  round_id: bigint;
  user_id: bigint;
  rank: number;
  accepted: bigint;
  request_id: string;
  moves: number;
  moved: bigint;
};

type Options = {
  readonly asked: readonly Asked[];
  /** Whether `forgetRequestIds` is in effect; request ids are then in `asked_request`. */
  readonly forgetful?: boolean;
  /** Users with auto-mint, who may have one order per round without a request. */
  readonly autoMint?: readonly bigint[];
};

/** Compares the replies that callers received with the database. */
export async function countJoins(
  owner: Database,
  { asked, forgetful = false, autoMint = [] }: Options,
): Promise<JoinFigures> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.round_id, o.user_id, o.rank, o.accepted,
      ${sql.ref(forgetful ? 'a.request_id' : 'o.request_id')} as request_id,
      (select count(*)::int from ledger_transfer t where t.kind = kind_join() and t.source_id = o.id) as moves,
      coalesce((select sum(amount) from ledger_transfer t where t.kind = kind_join() and t.source_id = o.id
        and t.debit_account = account_available(o.user_id, currency_ju())
        and t.credit_account = account_escrow(o.round_id)), 0) as moved
    from mint_order o ${forgetful ? sql`join asked_request a on a.order_id = o.id` : sql``}`.execute(owner);
  const keyOf = (userId: bigint, requestId: string) => `${userId}/${requestId}`;
  const byKey = Map.groupBy(rows, (row) => keyOf(row.user_id, row.request_id));
  let acknowledged = 0;
  const lostIds: string[] = [];
  let doubled = 0;
  for (const { member, request, answer } of asked) {
    const matches = byKey.get(keyOf(member.userId, request.requestId)) ?? [];
    byKey.delete(keyOf(member.userId, request.requestId));
    if (answer?.ok !== true) {
      doubled += matches.length;
      continue;
    }
    acknowledged += 1;
    const accepted = unitsOf(answer.data.accepted);
    const acknowledgedRow = matches.find(
      (row) =>
        row.id.toString() === answer.data.orderId &&
        row.round_id.toString() === request.roundId &&
        row.rank === answer.data.rank &&
        row.accepted === accepted,
    );
    if (acknowledgedRow === undefined) lostIds.push(request.requestId);
    doubled += Math.max(0, matches.length - 1);
  }
  const admitted = new Set<string>();
  for (const row of [...byKey.values()].flat()) {
    const userAndRound = `${row.user_id}/${row.round_id}`;
    if (!autoMint.includes(row.user_id) || admitted.has(userAndRound)) doubled += 1;
    admitted.add(userAndRound);
  }
  for (const row of rows) if (row.moves !== 1 || row.moved !== row.accepted) doubled += 1;
  const transfers = await sql<{
    count: number;
  }>`select count(*)::int as count from ledger_transfer where kind = kind_join()`.execute(owner);
  doubled += Math.abs((transfers.rows[0]?.count ?? 0) - rows.length);
  return { acknowledged, lost: lostIds.length, lostIds, doubled, gaps: await countGaps(owner) };
}

/**
 * Turns the idempotency of joins off in a test's own database: every order is stored with a new request id, so no later
 * request finds it. The request ids that were sent are in `asked_request`.
 */
export async function forgetRequestIds(owner: Database): Promise<void> {
  await sql`create table asked_request (
    order_id bigint primary key, user_id bigint not null, request_id uuid not null)`.execute(owner);
  await sql`
    create function forget_request_id() returns trigger language plpgsql security definer as $$
    begin
      insert into asked_request values (new.id, new.user_id, new.request_id);
      new.request_id := gen_random_uuid();
      return new;
    end
    $$`.execute(owner);
  await sql`create trigger forget_request_id before insert on mint_order
    for each row execute function forget_request_id()`.execute(owner);
}

async function countGaps(owner: Database): Promise<number> {
  const { rows } = await sql<{ gaps: number }>`
    select count(*)::int as gaps from round r cross join lateral (
      select count(*) as n, count(distinct rank) as ranks, coalesce(max(rank), 0) as highest,
        coalesce(sum(accepted), 0) as sum
      from mint_order o where o.round_id = r.id
    ) o
    where o.ranks <> o.n or o.highest <> o.n or r.order_count <> o.n
      or r.filled <> o.sum or r.filled > r.quota`.execute(owner);
  return rows[0]?.gaps ?? -1;
}
