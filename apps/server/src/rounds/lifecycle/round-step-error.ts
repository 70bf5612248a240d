/** A step of one round failed and was undone; the other rounds know nothing of it. */
export class RoundStepError extends Error {
  override readonly name = 'RoundStepError';
  readonly roundId: bigint;

  constructor(roundId: bigint, cause: unknown) {
    super(`a step of round ${roundId} failed`, { cause });
    this.roundId = roundId;
  }
}
