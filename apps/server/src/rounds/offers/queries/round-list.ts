import { formatAmount } from '@city-mint/domain/money/amount-text';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { timeOfUs } from '#platform/database/time-of-us.ts';
import type { TimelineKey } from '#platform/paging.ts';
import { roundStateColumn } from '../../round/store/rounds.ts';
import { parseTerms, readOrNull } from '../../terms/stored-terms.ts';
import { outcomeOfRound, type RoundOutcome, windowPausedSince } from './rounds.ts';

/** A round as lists show it, read without its terms; amounts in base units. */
export type RoundInBrief = {
  readonly roundId: bigint;
  readonly planId: bigint;
  readonly city: string;
  readonly phase: number;
  readonly number: number;
  readonly state: RoundState;
  readonly opensAt: Date;
  /** The end of its window: that of its terms, plus the time for which joins were paused. */
  readonly closesAt: Date;
  /** Since when the window is stopped, because joins are paused; null = it runs, or is not open. */
  readonly pausedSince: Date | null;
  readonly quota: TokenAmount;
  readonly filled: TokenAmount;
  readonly orders: number;
  /** Its outcome; null until it is known. */
  readonly outcome: RoundOutcome | null;
  /** The actual end of its window: when it was full, closed or was cancelled; null before. */
  readonly endedAt: Date | null;
  readonly termsHash: string;
  /** Whether this release cannot read its terms. */
  readonly unreadable: boolean;
};

function selectInBrief(db: Database) {
  return db
    .selectFrom('round')
    .innerJoin('city', 'city.id', 'round.city_id')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .leftJoin('round_settlement', 'round_settlement.round_id', 'round.id')
    .select([
      'round.id as roundId',
      'round.plan_id as planId',
      'city.name as city',
      'round.phase',
      'round.number',
      'round.state',
      'round.opens_at as opensAt',
      'round.closes_at as closesAt',
      'round.quota',
      'round.filled',
      'round.order_count as orders',
      'round_terms.terms',
      'round_terms.terms_hash as termsHash',
      windowPausedSince.as('pausedSince'),
      outcomeOfRound.as('outcome'),
      sql<Date | null>`(select min(at) from round_transition t
        where t.round_id = round.id and t.state in ('full', 'failed', 'cancelled'))`.as('endedAt'),
    ]);
}

type BriefRow = Awaited<ReturnType<ReturnType<typeof selectInBrief>['executeTakeFirstOrThrow']>>;

function toRoundInBrief({ terms, ...round }: BriefRow): RoundInBrief {
  return {
    ...round,
    state: roundStateColumn.parse(round.state),
    quota: tokenAmount(round.quota),
    filled: tokenAmount(round.filled),
    unreadable: readOrNull(() => parseTerms(terms)) === null,
  };
}

/** Returns rounds of a city with ids below `before` (null = from the newest), newest first. */
export async function listRounds(
  db: Database,
  page: { readonly cityId: bigint; readonly before: bigint | null; readonly limit: number },
): Promise<RoundInBrief[]> {
  let query = selectInBrief(db).where('round.city_id', '=', page.cityId);
  if (page.before !== null) query = query.where('round.id', '<', page.before);
  return (await query.orderBy('round.id', 'desc').limit(page.limit).execute()).map(toRoundInBrief);
}

/** Filters a list of rounds: `from` (inclusive) and `to` (exclusive) limit the opening, UTC milliseconds. */
export type RoundFilter = {
  readonly state?: RoundState | undefined;
  readonly cityId?: bigint | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Returns rounds after a key (null = from the beginning), latest opening first; see `openingKey`. */
export async function listRoundsByOpening(
  db: Database,
  { state, cityId, from, to }: RoundFilter,
  page: { readonly after: TimelineKey | null; readonly limit: number },
): Promise<RoundInBrief[]> {
  // Selects the page first, only by an index, and joins the shown columns to it.
  let query = db.selectFrom('round').select('id');
  if (state !== undefined) query = query.where('round.state', '=', state);
  if (cityId !== undefined) query = query.where('round.city_id', '=', cityId);
  if (from !== undefined) query = query.where('round.opens_at', '>=', new Date(from));
  if (to !== undefined) query = query.where('round.opens_at', '<', new Date(to));
  if (page.after !== null) {
    const { atUs, id } = page.after;
    query = query.where(sql<boolean>`(round.opens_at, round.id) < (${timeOfUs(atUs)}, ${id}::bigint)`);
  }
  const ids = query.orderBy('round.opens_at', 'desc').orderBy('round.id', 'desc').limit(page.limit);
  const rounds = selectInBrief(db)
    .where(sql<boolean>`round.id = any (array(${ids}))`)
    .orderBy('round.opens_at', 'desc')
    .orderBy('round.id', 'desc');
  return (await rounds.execute()).map(toRoundInBrief);
}

/** Returns the rounds with these ids, in no order. */
export async function readRoundsInBrief(db: Database, roundIds: readonly bigint[]): Promise<RoundInBrief[]> {
  const rounds = selectInBrief(db).where(sql<boolean>`round.id = any (${roundIds}::bigint[])`);
  return (await rounds.execute()).map(toRoundInBrief);
}

/** Returns the last 50 rounds of a plan, latest first. */
export async function listRoundsOfPlan(db: Database, planId: bigint): Promise<RoundInBrief[]> {
  const rounds = selectInBrief(db).where('round.plan_id', '=', planId).orderBy('round.number', 'desc').limit(50);
  return (await rounds.execute()).map(toRoundInBrief);
}

/** Returns the key of a round in its list: plans set openings to the millisecond. */
export function openingKey({ opensAt, roundId }: RoundInBrief): TimelineKey {
  return { atUs: BigInt(opensAt.getTime()) * 1000n, code: 0n, id: roundId };
}

/** Returns when the rounds with these ids were suspended; others are absent. */
export async function readSuspensions(db: Database, roundIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  const { rows } = await sql<{ roundId: bigint; since: Date }>`
    select round_id as "roundId", since from round_suspension where round_id = any (${roundIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ roundId, since }) => [roundId, since]));
}

/** Returns one round without its terms, which this release may be unable to read; undefined when it does not exist. */
export async function readRoundInBrief(db: Database, roundId: bigint): Promise<RoundInBrief | undefined> {
  const round = await selectInBrief(db).where('round.id', '=', roundId).executeTakeFirst();
  return round && toRoundInBrief(round);
}

/** Returns a round as lists show it, amounts in whole units. */
export function roundInBriefToWire(round: RoundInBrief) {
  return { ...roundProgressToWire(round), unreadable: round.unreadable };
}

type RoundProgress = Pick<
  RoundInBrief,
  'roundId' | 'phase' | 'number' | 'state' | 'opensAt' | 'closesAt' | 'pausedSince' | 'orders' | 'outcome'
> & { readonly quota: bigint; readonly filled: bigint };

/** Returns the progress of a round for lists and live events: amounts in whole units, UTC milliseconds. */
export function roundProgressToWire(round: RoundProgress) {
  return {
    roundId: round.roundId.toString(),
    phase: round.phase,
    number: round.number,
    state: round.state,
    opensAt: round.opensAt.getTime(),
    closesAt: round.closesAt.getTime(),
    pausedSince: round.pausedSince?.getTime() ?? null,
    quota: formatAmount(round.quota),
    filled: formatAmount(round.filled),
    orders: round.orders,
    outcome: round.outcome,
  };
}
