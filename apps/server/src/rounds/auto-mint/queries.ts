import { ZERO } from '@city-mint/domain/money/token-amount';
import { type AutoMintRefusal, changeAutoMint } from '@city-mint/domain/rounds/change-auto-mint';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import type { FindRegionRule } from '#regions/queries.ts';
import { outcomeColumn, type RoundOutcome } from '../offers/queries/rounds.ts';
import type { AutoMintNow } from './auto-mint-now.ts';
import { findAutoMint } from './store.ts';

/** Returns a user's auto-mint settings, JU in base units. docs/money-rules.md#4-join */
export async function readAutoMint(db: Database, userId: bigint): Promise<AutoMintNow> {
  return findAutoMint(db, userId);
}

export type AutoMintRefused = {
  readonly refusal: Exclude<AutoMintRefusal, 'confirmation-required'>;
  readonly details: { readonly field?: 'version' | 'perRoundMaximum'; readonly limit?: string };
};

/**
 * Returns why turning auto-mint on without a maximum per round would be refused after signing; undefined if it would
 * succeed. Takes no lock: the change itself decides again. docs/money-rules.md#4-join
 */
export async function checkAutoMint(
  { db, findRegionRule }: { readonly db: Database; readonly findRegionRule: FindRegionRule },
  asked: {
    readonly userId: bigint;
    readonly consented: boolean;
    readonly country: string | null;
    readonly version: number;
  },
): Promise<AutoMintRefused | undefined> {
  const { userId, consented, version } = asked;
  const [{ joining, region }, current] = await Promise.all([findRegionRule(asked.country), findAutoMint(db, userId)]);
  const change = { enabled: true, perRoundMaximum: ZERO, version };
  const decision = changeAutoMint(current, change, { consented, isBarred: !joining, isConfirmed: true });
  if (decision.kind !== 'refused') return undefined;
  const { refusal } = decision;
  return { refusal, details: autoMintDetails({ refusal, version: current.version }, region) };
}

/** Returns the field of a refusal, and its limit: the region where joining is off, or the version of the settings. */
export function autoMintDetails(
  { refusal, version }: { readonly refusal: AutoMintRefusal; readonly version: number },
  region: string,
): AutoMintRefused['details'] {
  switch (refusal) {
    case 'region-not-allowed':
      return { limit: region };
    case 'consent-required':
      return {};
    case 'stale':
      return { field: 'version', limit: String(version) };
    case 'confirmation-required':
      return { field: 'perRoundMaximum' };
  }
}

/** The action of auto-mint for a user in one round; JU in base units. */
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
  readonly outcome: RoundOutcome | null;
  /** In JU, and FMC of all stages; null until the round is settled. */
  readonly net: bigint | null;
  readonly fmc: bigint | null;
};

const REASONS = [
  'round-not-open',
  'round-full',
  'below-minimum',
  'already-in-a-round',
  'nothing-above-keep',
  'region-not-allowed',
  'consent-required',
] as const;
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
  city: string;
  phase: number;
  number: number;
  returned: bigint | null;
  settled_at: Date | null;
  outcome: string | null;
  net: bigint | null;
  fmc: bigint | null;
};

/**
 * Returns the log of a user's cycles, newest first, with ids below `before`. The returned amount of an order is read
 * from its settlement once that is paid, so the two never differ (docs/money-rules.md#4-join).
 */
export async function readAutoMintCycles(
  db: Database,
  { userId, before, limit }: { readonly userId: bigint; readonly before?: bigint | null; readonly limit: number },
): Promise<AutoMintCycle[]> {
  // By key, cycle by cycle: one plan suits any user, and is not made for each call.
  const rows = await executePrepared(
    db,
    sql<CycleRow>`
    with page as materialized (
      select id, round_id, at, event, reason, order_id, rank, amount from auto_mint_cycle
      where user_id = ${userId} and ${before == null ? sql`true` : sql`id < ${before}::bigint`}
      order by id desc limit ${limit}::int
    )
    select p.id, p.round_id, p.at, p.event, p.reason, p.order_id, p.rank, p.amount,
      c.name as city, r.phase, r.number, o.returned,
      case when o.returned is not null then g.settled_at end as settled_at, o.outcome, o.net,
      case when o.returned is not null
        then coalesce(o.stages[1], 0) + coalesce(o.stages[2], 0) + coalesce(o.stages[3], 0) end as fmc
    from page p
    cross join lateral (select city_id, phase, number from round where id = p.round_id offset 0) r
    cross join lateral (select name from city where id = r.city_id offset 0) c
    left join lateral (
      select returned, outcome, net, stages from order_outcome where order_id = p.order_id offset 0
    ) o on true
    left join lateral (select settled_at from round_settlement where round_id = p.round_id offset 0) g on true
    order by p.id desc`,
  );
  return rows.map((cycle) => ({
    cycleId: cycle.id,
    roundId: cycle.round_id,
    city: cycle.city,
    phase: cycle.phase,
    number: cycle.number,
    at: cycle.at,
    event: event.parse(cycle.event),
    reason: reason.parse(cycle.reason),
    orderId: cycle.order_id,
    rank: cycle.rank,
    amount: cycle.amount,
    returned: cycle.returned,
    returnedAt: cycle.settled_at,
    outcome: outcomeColumn.parse(cycle.outcome),
    net: cycle.net,
    fmc: cycle.fmc,
  }));
}
