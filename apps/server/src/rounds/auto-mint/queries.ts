import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parseTerms } from '../offers/stored-terms.ts';
import type { AutoMintNow } from './auto-mint-now.ts';
import { findAutoMint } from './store.ts';

/** Returns a user's auto-mint settings, JU in base units. docs/money-rules.md#4-join */
export async function readAutoMint(db: Database, userId: bigint): Promise<AutoMintNow> {
  return findAutoMint(db, userId);
}

/** What auto-mint did for a user in one round; JU in base units. */
export type AutoMintCycle = {
  readonly cycleId: bigint;
  readonly roundId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly at: Date;
  readonly event: 'joined' | 'skipped' | 'turned-off';
  readonly reason: AutoMintReason | null;
  readonly orderId: bigint | null;
  readonly rank: number | null;
  readonly amount: bigint | null;
  /** Principal or refund of the settled round; null before. */
  readonly returned: bigint | null;
  readonly returnedAt: Date | null;
};

const REASONS = ['round-not-open', 'round-full', 'below-minimum', 'nothing-above-keep', 'region-not-allowed'] as const;
export type AutoMintReason = (typeof REASONS)[number];

const event = z.enum(['joined', 'skipped', 'turned-off']);
const reason = z.enum(REASONS).nullable();

type CycleRow = {
  id: bigint;
  round_id: bigint;
  at: Date;
  event: string;
  reason: string | null;
  order_id: bigint | null;
  rank: number | null;
  amount: bigint | null;
  terms: unknown;
  returned: bigint | null;
  settled_at: Date | null;
};

/**
 * Returns the log of a user's cycles, newest first, with ids below `before`. What an order returned is read from its
 * settlement once that is paid, so the two can never differ (docs/money-rules.md#4-join).
 */
export async function readAutoMintCycles(
  db: Database,
  { userId, before, limit }: { readonly userId: bigint; readonly before?: bigint | null; readonly limit: number },
): Promise<AutoMintCycle[]> {
  const { rows } = await sql<CycleRow>`
    with page as materialized (
      select * from auto_mint_cycle
      where user_id = ${userId} and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
      order by id desc limit ${limit}::int
    )
    select p.id, p.round_id, p.at, p.event, p.reason, p.order_id, p.rank, p.amount, t.terms, o.returned,
      case when o.returned is not null then g.settled_at end as settled_at
    from page p
    join round_terms t on t.round_id = p.round_id
    left join order_outcome o on o.order_id = p.order_id
    left join round_settlement g on g.round_id = p.round_id
    order by p.id desc`.execute(db);
  return rows.map((cycle) => {
    const { city, phase, number } = parseTerms(cycle.terms);
    return {
      cycleId: cycle.id,
      roundId: cycle.round_id,
      city,
      phase,
      number,
      at: cycle.at,
      event: event.parse(cycle.event),
      reason: reason.parse(cycle.reason),
      orderId: cycle.order_id,
      rank: cycle.rank,
      amount: cycle.amount,
      returned: cycle.returned,
      returnedAt: cycle.settled_at,
    };
  });
}
