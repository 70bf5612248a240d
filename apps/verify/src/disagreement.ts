/** Thrown with the place and the fault of something that does not agree. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

/** Thrown when something is missing that would be compared. */
export class Unverified extends Error {
  override readonly name = 'Unverified';
}
