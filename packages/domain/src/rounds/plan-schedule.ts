import type { TokenAmount } from '../money/token-amount.ts';
import { type EndedRound, nextRound, type PhasePlan } from './phase-plan.ts';

/** The longest schedule; a plan can have many more rounds. */
const MOST_ROUNDS = 50;

/** A round of a plan's schedule; times in UTC milliseconds. */
export type ScheduledRound = {
  readonly number: number;
  readonly opensAt: number;
  readonly closesAt: number;
  /** JU, base units. */
  readonly quota: TokenAmount;
};

/** Returns the first rounds of a valid plan, assuming that each of them mints at the end of its window. */
export function planSchedule(plan: PhasePlan): ScheduledRound[] {
  const schedule: ScheduledRound[] = [];
  let previous: EndedRound | null = null;
  while (schedule.length < MOST_ROUNDS) {
    const next = nextRound(plan, previous);
    if (next.kind === 'phase-over') break;
    const { number, opensAt, closesAt, quota } = next.terms;
    schedule.push({ number, opensAt, closesAt, quota });
    previous = { number, closesAt, quota, outcome: 'minted', endedAt: closesAt };
  }
  return schedule;
}
