import { type TokenAmount, tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { previewJoin } from '@city-mint/domain/rounds/preview-join';
import { ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import type { Terms } from '@city-mint/domain/rounds/terms';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { parseTerms } from '../terms/stored-terms.ts';

/** A round with its terms as it stands now; amounts in base units. */
export type RoundNow = {
  readonly roundId: bigint;
  readonly cityId: bigint;
  readonly state: RoundState;
  readonly terms: Terms;
  readonly termsHash: string;
  readonly filled: TokenAmount;
  readonly orders: number;
  readonly nextPhaseTime: Date | null;
  readonly settledAt: Date | null;
};

const roundState = z.enum(ROUND_STATES);

/** The rounds with their terms, plan and settlement, for a reader to narrow down. */
export function selectRounds(db: Database) {
  return db
    .selectFrom('round')
    .innerJoin('round_terms', 'round_terms.round_id', 'round.id')
    .innerJoin('phase_plan', 'phase_plan.id', 'round.plan_id')
    .leftJoin('round_settlement', 'round_settlement.round_id', 'round.id')
    .select([
      'round.id',
      'round.city_id',
      'round.state',
      'round.filled',
      'round.order_count',
      'round_terms.terms',
      'round_terms.terms_hash',
      'phase_plan.next_phase_time',
      'round_settlement.settled_at',
    ]);
}

type RoundRow = Awaited<ReturnType<ReturnType<typeof selectRounds>['executeTakeFirstOrThrow']>>;

export function toRoundNow(row: RoundRow): RoundNow {
  return {
    roundId: row.id,
    cityId: row.city_id,
    state: roundState.parse(row.state),
    terms: parseTerms(row.terms),
    termsHash: row.terms_hash,
    filled: tokenAmount(row.filled),
    orders: row.order_count,
    nextPhaseTime: row.next_phase_time,
    settledAt: row.settled_at,
  };
}

/** One round by its id; undefined when there is none. */
export async function readRound(db: Database, roundId: bigint): Promise<RoundNow | undefined> {
  const row = await selectRounds(db).where('round.id', '=', roundId).executeTakeFirst();
  return row && toRoundNow(row);
}

/** Share of the largest possible loss of the full round that the reserve covers, in bps. rules.md section 4. */
export function coverageOf(terms: Terms, reserve: TokenAmount): number {
  const round = { terms, filled: ZERO, orders: 0, reserve: { balance: reserve }, emission: { remaining: ZERO } };
  return previewJoin(round, { amount: ZERO, alreadyJoined: ZERO }).coverageBps;
}
