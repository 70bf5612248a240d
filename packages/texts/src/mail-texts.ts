/** Mails beside the sentences of notices (push-texts.ts): texts without amounts, addresses and line breaks. */
export type MailTexts = {
  /** The mail whose link confirms the address. */
  readonly confirm: {
    readonly subject: string;
    /** Above the link. */
    readonly text: string;
    readonly expires: string;
    /** For a reader who entered no address. */
    readonly stranger: string;
  };
  /** Above the link to the screen of a notice. */
  readonly open: string;
  /** Above the link that ends the mails. */
  readonly stop: string;
};
