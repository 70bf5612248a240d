import type { ConfirmedAction } from '../confirmation-message.ts';

/** One titled paragraph; `{name}` stands for a figure or a name. */
export type Section = { readonly title: string; readonly text: string };

/** What the server itself says to participants about money, in one language. */
export type SessionTexts = {
  readonly disclosure: {
    readonly operator: Section;
    /** In place of fees, their use, the worst case and what the operator earns, while no round is on offer. */
    readonly nothingOffered: Section;
    readonly fees: Section;
    readonly feeUse: Section;
    readonly worstCase: Section;
    readonly operatorEarns: Section;
    readonly rewards: Section;
    readonly noPromises: Section;
  };
  readonly inviterNotice: {
    readonly share: string;
    /** In place of `share` while no round is on offer. */
    readonly shareUnknown: string;
    readonly conditions: readonly string[];
  };
  /** What a text to sign says of the action, besides the English lines that workers verify. */
  readonly confirmation: Readonly<Record<ConfirmedAction['action'], readonly string[]>> & {
    readonly nothingMoves: string;
  };
};

/** In English a text to sign says the action in the lines that workers verify, and nothing besides. */
export type EnglishSessionTexts = Omit<SessionTexts, 'confirmation'>;
