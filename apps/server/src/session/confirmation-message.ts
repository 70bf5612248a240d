/** The acts that need a signature of their own, each with exactly what it will do (api.md, "A stolen token"). */
export type ConfirmedAct =
  | { readonly action: 'bind-inviter'; readonly superior: string }
  | { readonly action: 'bind-exchange-uid'; readonly uid: string };

export type ConfirmationText = {
  readonly act: ConfirmedAct;
  /** EIP-55. */
  readonly address: string;
  readonly domain: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/**
 * The text that a wallet shows before such an act, all of it the server's own words. It is no EIP-4361 text: no wallet
 * takes it for a sign-in, and no login takes its signature.
 */
export function confirmationMessage(text: ConfirmationText): string {
  return [
    `City Mint (${text.domain}) asks you to confirm an act that cannot be undone.`,
    '',
    ...linesOf(text.act),
    '',
    'This sends no transaction and moves no money.',
    '',
    `Account: ${text.address}`,
    `Chain ID: ${text.chainId}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt.toISOString()}`,
    `Expires At: ${text.expiresAt.toISOString()}`,
  ].join('\n');
}

function linesOf(act: ConfirmedAct): string[] {
  switch (act.action) {
    case 'bind-inviter':
      return [`Bind your inviter, once and for ever: ${act.superior}`];
    case 'bind-exchange-uid':
      return [`Bind your exchange UID, once and for ever: ${act.uid}`];
  }
}
