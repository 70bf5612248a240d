import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import { type EndedRound, nextRound, type PhasePlan } from '@city-mint/domain/rounds/phase-plan';

/** Rounds shown of a plan at most. */
const MOST_ROUNDS = 50;

export type ScheduledRound = {
  readonly number: number;
  readonly opensAt: number;
  readonly closesAt: number;
  /** JU, base units. */
  readonly quota: TokenAmount;
};

/** A good plan's first rounds, if each of them mints at the end of its window. rules.md section 2. */
export function planSchedule(plan: PhasePlan): ScheduledRound[] {
  const rounds: ScheduledRound[] = [];
  let previous: EndedRound | null = null;
  while (rounds.length < MOST_ROUNDS) {
    const next = nextRound(plan, previous);
    if (next.kind === 'phase-over') break;
    const { number, opensAt, closesAt, quota } = next.terms;
    rounds.push({ number, opensAt, closesAt, quota });
    previous = { number, closesAt, quota, outcome: 'minted', endedAt: closesAt };
  }
  return rounds;
}
