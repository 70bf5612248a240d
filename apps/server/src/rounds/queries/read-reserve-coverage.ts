import { floorShare } from '@city-mint/domain/money/division';
import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';
import { readReserve } from './read-reserve.ts';
import { coverageOf, type RoundNow, selectRounds, toRoundNow } from './read-rounds.ts';

/** Of one round that may still fail: the most it could lose, full by a hair, and what the reserve would give it now; JU in base units. */
export type RoundCoverage = {
  readonly round: RoundNow;
  readonly maximumLoss: TokenAmount;
  readonly budget: TokenAmount;
  readonly coverageBps: number;
};

/** Rounds shown at most. */
const MOST = 100;

/** How far the reserve as it stands covers each round that may still fail, the next to open first. rules.md section 5. */
export async function readReserveCoverage(db: Database): Promise<{ balance: TokenAmount; rounds: RoundCoverage[] }> {
  const [{ balance }, rows] = await Promise.all([
    readReserve(db),
    selectRounds(db).where('round.state', 'in', ['scheduled', 'open']).orderBy('round.opens_at').limit(MOST).execute(),
  ]);
  const rounds = rows.map(toRoundNow).map((round) => ({
    round,
    maximumLoss: floorShare(tokenAmount(round.terms.quota), round.terms.lossBps),
    budget: floorShare(balance, round.terms.reserveDrawBps),
    coverageBps: coverageOf(round.terms, balance),
  }));
  return { balance, rounds };
}
