/** One step of a round failed and was rolled back; other rounds are not affected. */
export class RoundStepError extends Error {
  override readonly name = 'RoundStepError';
  readonly roundId: bigint;

  constructor(roundId: bigint, cause: unknown) {
    super(`a step of round ${roundId} failed`, { cause });
    this.roundId = roundId;
  }
}
