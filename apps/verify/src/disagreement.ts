/** Thrown with the place and the fault of something that does not agree. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}
