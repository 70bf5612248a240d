import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** The rounds, orders and wallets that an operator's action affects now. */
export type Affected = {
  readonly rounds: number;
  readonly orders: number;
  /** Wallets with an order in at least one of the rounds. */
  readonly wallets: number;
  /** The principal of their orders, JU in base units. */
  readonly held: TokenAmount;
};

/** Returns the rounds in some states, and the orders in them. */
export async function readAffectedByState(db: Database, states: readonly RoundState[]): Promise<Affected> {
  return readAffected(db, sql`select id, filled, order_count from round where state = any(${states}::text[])`);
}

/** Returns one round and the orders in it. */
export async function readAffectedByRound(db: Database, roundId: bigint): Promise<Affected> {
  return readAffected(db, sql`select id, filled, order_count from round where id = ${roundId}`);
}

/** Returns the rounds of a plan in some states, and the orders in them. */
export async function readAffectedByPlan(
  db: Database,
  { planId, states }: { readonly planId: bigint; readonly states: readonly RoundState[] },
): Promise<Affected> {
  const rounds = sql`select id, filled, order_count from round
    where plan_id = ${planId} and state = any(${states}::text[])`;
  return readAffected(db, rounds);
}

/** One statement over the rounds, so that the figures belong together. */
async function readAffected(db: Database, rounds: ReturnType<typeof sql>): Promise<Affected> {
  const { rows } = await sql<{ rounds: number; orders: number; held: bigint; wallets: number }>`
    with affected as materialized (${rounds})
    select count(*)::int as rounds, coalesce(sum(order_count), 0)::int as orders,
      coalesce(sum(filled), 0)::numeric as held,
      (select count(distinct o.user_id)::int from affected a join mint_order o on o.round_id = a.id) as wallets
    from affected`.execute(db);
  const { held = 0n, ...counts } = rows[0] ?? { rounds: 0, orders: 0, wallets: 0 };
  return { ...counts, held: tokenAmount(held) };
}
