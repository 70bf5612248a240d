/** One step of a round failed and was rolled back; other rounds are not affected. */
export class RoundStepError extends Error {
  override readonly name = 'RoundStepError';
  readonly roundId: bigint;

  constructor(roundId: bigint, cause: unknown) {
    super(`a step of round ${roundId} failed`, { cause });
    this.roundId = roundId;
  }
}

/** The next round of a phase plan could not be published; other plans and all rounds are not affected. */
export class PlanStepError extends Error {
  override readonly name = 'PlanStepError';
  readonly planId: bigint;

  constructor(planId: bigint, cause: unknown) {
    super(`the next round of plan ${planId} could not be published`, { cause });
    this.planId = planId;
  }
}
