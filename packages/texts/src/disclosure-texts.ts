import type { RequestOf } from '@city-mint/api-contract/endpoints';

/** One titled paragraph; `{name}` stands for a figure or a name. */
export type Section = { readonly title: string; readonly text: string };

/** The sections of the disclosure. */
export type DisclosureTexts = {
  readonly operator: Section;
  /** Replaces fees, their use, the worst case and the operator's earnings while no round is on offer. */
  readonly nothingOffered: Section;
  readonly fees: Section;
  readonly feeUse: Section;
  readonly worstCase: Section;
  readonly operatorEarns: Section;
  readonly rewards: Section;
  readonly noPromises: Section;
};

/** An inviter's earnings from the user who binds them. */
export type InviterNoticeTexts = {
  readonly share: string;
  /** In place of `share` while no round is on offer. */
  readonly shareUnknown: string;
  readonly conditions: readonly string[];
};

type ConfirmedAction = RequestOf<'POST /api/app/user/confirmMessage'>['action'];

/** Description of the action in a text to sign, besides the English lines that workers verify. */
export type ConfirmationTexts = Readonly<Record<ConfirmedAction, readonly string[]>> & {
  readonly nothingMoves: string;
};
