import type { PhasePlan } from './phase-plan.ts';

/** Whether a change of a plan's field is better or worse for participants, or favours no one. */
export type PlanDirection = 'better' | 'worse' | 'neutral';

export type PlanDifference = { readonly field: string; readonly direction: PlanDirection };

/** How a larger figure of a field is for participants; a shift of one interest to another counts as worse both ways. */
type Larger = PlanDirection | 'worse-both-ways';

/** Every field of a plan on one level, as operators send it; only `city` is the same in plans that are compared. */
const LARGER = {
  // Which phase it is, and when it begins, changes no one's result.
  phase: 'neutral',
  firstOpensAt: 'neutral',
  // More time to fill the quota, and to decide.
  windowMs: 'better',
  // In between no money is in a round.
  gapMs: 'neutral',
  rounds: 'neutral',
  // A larger quota fails more easily, and the FMC of a success is shared by more JU.
  firstQuota: 'worse',
  growthBps: 'worse',
  // A small wallet can no longer join.
  minimum: 'worse',
  // A wallet may join with more; but 0 is no maximum (`figureOf`).
  walletMaximum: 'better',
  // More orders are compensated after all others.
  lateBps: 'worse',
  mintFeeBps: 'worse',
  lossBps: 'worse',
  mintAmount: 'better',
  // FMC that is paid earlier. The other stages get any FMC that the second loses, so the first and the last decide.
  firstStageBps: 'better',
  secondStageBps: 'neutral',
  thirdStageBps: 'worse',
  secondStageDelayMs: 'worse',
  thirdStageDelayMs: 'worse',
  // Each share is for other participants, and what none takes is for the reserve, which compensates all: whoever
  // gives up something is worse off.
  referralBps: 'worse-both-ways',
  nodesBps: 'worse-both-ways',
  levelsBps: 'worse-both-ways',
  // The operator's own share, taken from those of participants.
  treasuryBps: 'worse',
  reserveDrawBps: 'better',
  compensationTimesBps: 'better',
} as const satisfies Record<string, Larger>;

type Field = keyof typeof LARGER;

/**
 * Returns the fields in which a plan differs from the last one of its city, in a fixed order, each with its effect
 * on participants. Equal plans differ in nothing. docs/money-rules.md#2-terms-of-a-round
 */
export function comparePlans(last: PhasePlan, next: PhasePlan): PlanDifference[] {
  const [before, after] = [figuresOf(last), figuresOf(next)];
  return Object.keys(LARGER)
    .filter(isField)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, direction: directionOf(LARGER[field], after[field] > before[field]) }));
}

function directionOf(larger: Larger, isLarger: boolean): PlanDirection {
  if (larger === 'neutral') return 'neutral';
  if (larger === 'worse-both-ways') return 'worse';
  return isLarger === (larger === 'better') ? 'better' : 'worse';
}

function figuresOf({ terms, ...plan }: PhasePlan): Record<Field, number | bigint> {
  const { stageBps, stageDelaysMs, ...figures } = terms;
  return {
    ...plan,
    ...figures,
    // No maximum is more than any.
    walletMaximum: terms.walletMaximum === 0n ? Infinity : terms.walletMaximum,
    firstStageBps: stageBps[0],
    secondStageBps: stageBps[1],
    thirdStageBps: stageBps[2],
    secondStageDelayMs: stageDelaysMs[1],
    thirdStageDelayMs: stageDelaysMs[2],
  };
}

function isField(name: string): name is Field {
  return name in LARGER;
}
