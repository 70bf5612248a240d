import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { previewJoin } from '@city-mint/domain/rounds/preview-join';
import type { RoundState } from '@city-mint/domain/rounds/round-state';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { isPausedSql, pausedSinceSql } from '#switches/queries.ts';
import { roundStateColumn } from '../../round/store/rounds.ts';
import { readWholeTerms } from '../../terms/queries/known-terms.ts';
import { UnreadableTermsError } from '../../terms/stored-terms.ts';

/** A round with its terms and current state; amounts in base units. */
export type RoundNow = {
  readonly roundId: bigint;
  readonly cityId: bigint;
  readonly state: RoundState;
  readonly terms: Terms;
  readonly termsHash: string;
  /** The end of its window: that of its terms, plus the time for which joins were paused. */
  readonly closesAt: Date;
  /** Since when the window is stopped, because joins are paused; null = it runs, or is not open. */
  readonly pausedSince: Date | null;
  readonly filled: TokenAmount;
  readonly orders: number;
  readonly nextPhaseTime: Date | null;
  readonly settledAt: Date | null;
  /** Its outcome; null until it is known. */
  readonly outcome: RoundOutcome | null;
  /** The actual end of its window: when it was full, closed or was cancelled; null before. */
  readonly endedAt: Date | null;
  readonly cancellation: { readonly by: z.output<typeof cancelledBy>; readonly reason: string } | null;
};

/** The outcome of a round, from its column; null while it is unknown. */
export const outcomeColumn = z.enum(['minted', 'failed', 'cancelled']).nullable();
/** The outcome of a round. */
export type RoundOutcome = NonNullable<z.output<typeof outcomeColumn>>;
const cancelledBy = z.enum(['operators', 'pause', 'suspension', 'revocation']);

/** Since when the window of a round is stopped; null unless it has begun and joins are paused. */
export const windowPausedSince = sql<Date | null>`
  case when round.state in ('scheduled', 'open') and round.opens_at <= clock_timestamp()
    then greatest(${pausedSinceSql('joins')}, case when ${isPausedSql('joins')} then round.opens_at end) end`;

/** The outcome of a round, for queries on `round` joined with `round_settlement`; null until it is known. */
export const outcomeOfRound = sql<RoundOutcome | null>`
  case when round.state in ('failed', 'liquidating') then 'failed'
    when round.state = 'cancelled' then 'cancelled'
    when round.state in ('minted', 'ended') then round_settlement.outcome end`;

/** Returns a query for rounds with their plan and settlement, which the caller filters; terms: `readRounds`. */
function selectRounds(db: Database) {
  return db
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .innerJoin('phase_plan', 'phase_plan.id', 'round.plan_id')
    .leftJoin('round_settlement', 'round_settlement.round_id', 'round.id')
    .leftJoin('round_cancellation', 'round_cancellation.round_id', 'round.id')
    .select([
      'round.id as round_id',
      'round.city_id',
      'round.state',
      'round.closes_at',
      'round.filled',
      'round.order_count',
      'round_terms.terms_hash',
      'phase_plan.next_phase_time',
      'round_settlement.settled_at',
      'round_cancellation.cancelled_by',
      'round_cancellation.reason',
      outcomeOfRound.as('outcome'),
      sql<Date | null>`(select min(at) from round_transition t
        where t.round_id = round.id and t.state in ('full', 'failed', 'cancelled'))`.as('ended_at'),
      windowPausedSince.as('paused_since'),
    ]);
}

type RoundRow = Awaited<ReturnType<ReturnType<typeof selectRounds>['executeTakeFirstOrThrow']>>;

function toRoundNow(round: RoundRow, terms: Terms): RoundNow {
  return {
    roundId: round.round_id,
    cityId: round.city_id,
    state: roundStateColumn.parse(round.state),
    terms,
    termsHash: round.terms_hash,
    closesAt: round.closes_at,
    pausedSince: round.paused_since,
    filled: tokenAmount(round.filled),
    orders: round.order_count,
    nextPhaseTime: round.next_phase_time,
    settledAt: round.settled_at,
    outcome: round.outcome,
    endedAt: round.ended_at,
    cancellation:
      round.cancelled_by === null || round.reason === null
        ? null
        : { by: cancelledBy.parse(round.cancelled_by), reason: round.reason },
  };
}

/** Returns rounds with their terms, which are null where this release cannot read them. */
async function readRounds(db: Database, rounds: ReturnType<typeof selectRounds>): Promise<(RoundNow | null)[]> {
  const rows = await executePrepared(db, sql<RoundRow>`${rounds}`);
  const termsOf = await readWholeTerms(db, rows);
  return rows.map((row) => {
    const terms = termsOf(row.terms_hash);
    return terms && toRoundNow(row, terms);
  });
}

const isReadable = (round: RoundNow | null) => round !== null;

/** Returns one round by its id; undefined when it does not exist. Throws where its terms cannot be read. */
export async function readRound(db: Database, roundId: bigint): Promise<RoundNow | undefined> {
  const [round] = await readRounds(db, selectRounds(db).where('round.id', '=', roundId));
  if (round === null) throw new UnreadableTermsError(`the stored terms of round ${roundId} cannot be read`);
  return round;
}

/** Returns one round by its id; null where it does not exist, or its terms cannot be read. */
export async function readReadableRound(db: Database, roundId: bigint): Promise<RoundNow | null> {
  const [round] = await readRounds(db, selectRounds(db).where('round.id', '=', roundId));
  return round ?? null;
}

/**
 * Returns the share, in bps, of the largest possible loss of the full round that the reserve covers.
 * docs/money-rules.md#5-settlement
 */
export function coverageOf(terms: Terms, reserve: TokenAmount): number {
  const funds = { reserve: { balance: reserve }, emission: { remaining: ZERO } };
  const round = { terms, filled: ZERO, orders: 0, ...funds, late: false };
  return previewJoin(round, { amount: ZERO, alreadyJoined: ZERO }).coverageBps;
}

/**
 * The state and the limit are literals: with parameters a generic plan would not know that only few rounds are open,
 * and each call would be planned, which takes a third of its time.
 */
const inState = (db: Database, state: RoundState) => selectRounds(db).where('round.state', '=', sql.lit(state));

/** Returns at most 50 open rounds, in the order in which they close. */
export async function findOpenRounds(db: Database): Promise<RoundNow[]> {
  const rounds = inState(db, 'open').orderBy('round.closes_at').limit(sql.lit(50));
  return (await readRounds(db, rounds)).filter(isReadable);
}

/** Returns at most 100 published rounds that have not opened yet, in the order in which they open. */
export async function findScheduledRounds(db: Database): Promise<RoundNow[]> {
  const rounds = inState(db, 'scheduled').orderBy('round.opens_at').limit(sql.lit(100));
  return (await readRounds(db, rounds)).filter(isReadable);
}

/**
 * Returns the latest round of a city or of all: the open one, else the next to open, else the last published one whose
 * plan was not revoked.
 */
export async function findLatestRound(db: Database, cityId?: bigint): Promise<RoundNow | undefined> {
  const narrowed = [
    inState(db, 'open').orderBy('round.opens_at'),
    inState(db, 'scheduled').orderBy('round.opens_at'),
    selectRounds(db).where('phase_plan.state', '!=', sql.lit('revoked')),
  ];
  for (let query of narrowed) {
    if (cityId !== undefined) query = query.where('round.city_id', '=', cityId);
    const rounds = await readRounds(db, query.orderBy('round.id', 'desc').limit(sql.lit(5)));
    const latest = rounds.find(isReadable);
    if (latest !== undefined) return latest;
  }
  return undefined;
}

/** The name of a round: its city, phase and number. */
export type RoundName = { readonly city: string; readonly phase: number; readonly number: number };

/** Returns the names of rounds by their ids; unknown ids are absent. */
export async function readRoundNames(db: Database, roundIds: readonly bigint[]): Promise<Map<bigint, RoundName>> {
  if (roundIds.length === 0) return new Map();
  const rows = await executePrepared(
    db,
    sql<RoundName & { id: bigint }>`
    select r.id, c.name as city, r.phase, r.number
    from unnest(${roundIds}::bigint[]) wanted (id)
    cross join lateral (select id, city_id, phase, number from round where id = wanted.id offset 0) r
    cross join lateral (select name from city where id = r.city_id offset 0) c`,
  );
  return new Map(rows.map(({ id, ...name }) => [id, name]));
}
