/**
 * The actions that need a signature of their own, so that a stolen token does not suffice; each with exactly what it
 * does.
 */
export type ConfirmedAction =
  | { readonly action: 'bind-inviter'; readonly superior: string }
  | { readonly action: 'bind-exchange-uid'; readonly uid: string };

export type ConfirmationText = {
  readonly confirmed: ConfirmedAction;
  /** What the action leads to, in the reader's language, line by line. */
  readonly notice: readonly string[];
  /** EIP-55. */
  readonly address: string;
  readonly domain: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
};

/**
 * Returns the text that a wallet shows for such an action, composed by the server alone. It is not an EIP-4361 text: no
 * wallet presents it as a sign-in, and no login accepts its signature.
 */
export function confirmationMessage(text: ConfirmationText): string {
  return [
    `City Mint (${text.domain}) asks you to confirm an action that cannot be undone.`,
    '',
    ...describeAction(text.confirmed),
    ...text.notice,
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

function describeAction(confirmed: ConfirmedAction): string[] {
  switch (confirmed.action) {
    case 'bind-inviter':
      return [`Bind your inviter permanently: ${confirmed.superior}`];
    case 'bind-exchange-uid':
      return [`Bind your exchange UID permanently: ${confirmed.uid}`];
  }
}
