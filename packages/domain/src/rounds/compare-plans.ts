import type { PhasePlan } from './phase-plan.ts';

/** Whether a change of a plan's field is better or worse for participants, or favours no one. */
export type PlanDirection = 'better' | 'worse' | 'neutral';

export type PlanDifference = { readonly field: PlanField; readonly direction: PlanDirection };

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
  // A wallet may join with more; but 0 is no maximum (`comparable`).
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

export type PlanField = keyof typeof LARGER;

type Neutral = { [Field in PlanField]: (typeof LARGER)[Field] extends 'neutral' ? Field : never }[PlanField];

/** The fields of which a change is better or worse for participants. */
export type JudgedField = Exclude<PlanField, Neutral>;

/** Returns whether a change of the field is better or worse for participants. */
export function isJudged(field: PlanField): field is JudgedField {
  return LARGER[field] !== 'neutral';
}

/** Returns a figure of a plan: an amount in base units, a time or duration in milliseconds, a share or a count. */
export type FigureOf = (field: PlanField) => number | bigint;

/** Every figure of a plan, in the order in which differences are listed. */
export const PLAN_FIGURES: readonly PlanField[] = Object.keys(LARGER).filter(isField);

/**
 * Returns the fields in which a plan differs from the last one of its city, in a fixed order, each with its effect
 * on participants. Equal plans differ in nothing. docs/money-rules.md#2-terms-of-a-round
 */
export function comparePlans(last: PhasePlan, next: PhasePlan): PlanDifference[] {
  const [before, after] = [figuresOf(last), figuresOf(next)];
  return compareFigures(
    (field) => before[field],
    (field) => after[field],
  );
}

/** Returns what `comparePlans` returns, of plans whose figures are read elsewhere. */
export function compareFigures(last: FigureOf, next: FigureOf): PlanDifference[] {
  return PLAN_FIGURES.flatMap((field) => {
    const [before, after] = [comparable(field, last(field)), comparable(field, next(field))];
    if (before === after) return [];
    return [{ field, direction: directionOf(LARGER[field], after > before) }];
  });
}

/** No maximum, which is stored as 0, is more than any. */
function comparable(field: PlanField, figure: number | bigint): number | bigint {
  return field === 'walletMaximum' && figure === 0n ? Infinity : figure;
}

function directionOf(larger: Larger, isLarger: boolean): PlanDirection {
  if (larger === 'neutral') return 'neutral';
  if (larger === 'worse-both-ways') return 'worse';
  return isLarger === (larger === 'better') ? 'better' : 'worse';
}

function figuresOf({ terms, ...plan }: PhasePlan): Readonly<Record<PlanField, number | bigint>> {
  const { stageBps, stageDelaysMs, ...figures } = terms;
  return {
    ...plan,
    ...figures,
    firstStageBps: stageBps[0],
    secondStageBps: stageBps[1],
    thirdStageBps: stageBps[2],
    secondStageDelayMs: stageDelaysMs[1],
    thirdStageDelayMs: stageDelaysMs[2],
  };
}

function isField(name: string): name is PlanField {
  return name in LARGER;
}
