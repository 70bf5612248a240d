/** Who runs the system, as the disclosure names it. */
export type Operator = { readonly name: string; readonly contact: string };

/** Smallest and greatest of a figure over all rounds on offer. */
export type Span = { readonly from: number; readonly to: number };

/** What the phase plans on offer come to, in bps; the reserve's share of the fee is what the other shares leave. */
export type LiveTerms = {
  readonly mintFeeBps: Span;
  readonly lossBps: Span;
  readonly referralBps: Span;
  readonly nodesBps: Span;
  readonly levelsBps: Span;
  readonly treasuryBps: Span;
  readonly reserveDrawBps: Span;
  readonly compensationTimesBps: Span;
};
