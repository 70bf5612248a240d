/** The first seven seconds of a screen: milliseconds, answers, and elements at the end. */
export type Start = {
  readonly longestTask: number;
  readonly blocked: number;
  readonly largestPaint: number;
  readonly responses: number;
  readonly nodes: number;
};

/** Frames while a page scrolls without a stop: milliseconds between them, and most elements at once. */
export type Frames = { readonly p95: number; readonly longest: number; readonly count: number; readonly nodes: number };

/** A tap: milliseconds until its sheet is painted, and whether a field has the focus by then. */
export type Tap = {
  readonly shown: number;
  /** A field got the focus within the tap's own handlers: only then iOS opens its keyboard. */
  readonly focusedInTap: boolean;
  readonly longestTask: number;
};

/** Figures of the page and, with as many elements, of a page of React and nothing else. */
export type FeelFigures = {
  readonly starts: readonly {
    readonly path: string;
    readonly runs: readonly Start[];
    readonly bare: readonly Start[];
  }[];
  readonly list: { readonly runs: readonly Frames[]; readonly bare: readonly Frames[] };
  readonly taps: readonly { readonly sheet: string; readonly runs: readonly Tap[] }[];
};
