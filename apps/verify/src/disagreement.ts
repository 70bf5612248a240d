/** The faults for which the static page has sentences. */
export type FaultName =
  | 'badLeaves'
  | 'behind'
  | 'cutTree'
  | 'differingNodes'
  | 'leftOut'
  | 'missingTrees'
  | 'needsArchive'
  | 'newerRoot'
  | 'noAnswer'
  | 'noContract'
  | 'olderRoot'
  | 'otherChain'
  | 'otherContracts'
  | 'otherRoot'
  | 'otherTree';

/** A fault by its name, and the values in its sentence: all that another language needs. */
export type NamedFault = { readonly fault: FaultName; readonly values: Readonly<Record<string, string | number>> };

/** An error in English, and where the static page can show it, the name of its fault. */
export class NamedError extends Error {
  readonly named: NamedFault | undefined;

  constructor(message: string, fault?: FaultName, values: NamedFault['values'] = {}) {
    super(message);
    this.named = fault && { fault, values };
  }
}

/** Thrown with the place and the fault of something that does not agree. */
export class Disagreement extends NamedError {
  override readonly name = 'Disagreement';
}

/** Thrown when something is missing that would be compared. */
export class Unverified extends NamedError {
  override readonly name = 'Unverified';
}
