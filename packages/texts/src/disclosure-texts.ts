import type { RequestOf } from '@city-mint/api-contract/endpoints';

/** One titled paragraph; `{name}` stands for a figure or a name. */
export type Section = { readonly title: string; readonly text: string };

/** The sections of the disclosure. */
export type DisclosureTexts = {
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

/** What an inviter earns from the user who binds them. */
export type InviterNoticeTexts = {
  readonly share: string;
  /** In place of `share` while no round is on offer. */
  readonly shareUnknown: string;
  readonly conditions: readonly string[];
};

type ConfirmedAction = RequestOf<'POST /api/app/user/confirmMessage'>['action'];

/** What a text to sign says of the action, besides the English lines that workers verify. */
export type ConfirmationTexts = Readonly<Record<ConfirmedAction, readonly string[]>> & {
  readonly nothingMoves: string;
};
