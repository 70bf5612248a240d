/** The actions that need their own signature, so that a stolen token does not suffice; each with its exact effect. */
export type ConfirmedAction =
  | { readonly action: 'bind-inviter'; readonly superior: string }
  | { readonly action: 'bind-exchange-uid'; readonly uid: string }
  | ConfirmedAutoMint;

/** Auto-mint without a maximum per round; `keep` in whole JU, `version` of the settings that it replaces. */
export type ConfirmedAutoMint = {
  readonly action: 'auto-mint';
  readonly keep: string;
  readonly stopAfterLosses: number;
  readonly parallelRounds: number;
  readonly version: number;
};

export type ConfirmationText = {
  readonly confirmed: ConfirmedAction;
  /** The consequences of the action, in the reader's language, line by line. */
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
 * Returns the text that a wallet shows for such an action. Only the server composes it. It is not an EIP-4361 text: no
 * wallet presents it as a sign-in, and no login accepts its signature.
 */
export function confirmationMessage(text: ConfirmationText): string {
  return [
    `City Mint (${text.domain}) asks you to confirm ${nameAction(text.confirmed)}.`,
    '',
    ...describeAction(text.confirmed),
    ...text.notice,
    '',
    text.confirmed.action === 'auto-mint'
      ? 'This sends no transaction. You can turn auto-mint off at any time.'
      : 'This sends no transaction and moves no money.',
    '',
    `Account: ${text.address}`,
    `Chain ID: ${text.chainId}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt.toISOString()}`,
    `Expires At: ${text.expiresAt.toISOString()}`,
  ].join('\n');
}

const TAIL = new RegExp(
  [
    '^Account: (?<account>\\S+)',
    'Chain ID: (?<chain>\\d+)',
    'Nonce: (?<nonce>[0-9a-f]{32})',
    'Issued At: \\S+',
    'Expires At: (?<expires>\\S+)$',
  ].join('\n'),
);
const TAIL_LINES = 5;

/**
 * Returns until when a text confirms exactly this action, for this account (EIP-55) and chain, and under this nonce if
 * one is specified; null for every other text. Also for processes that did not compose the text: domain and notice are
 * as the wallet's owner read them.
 */
export function confirmedUntil(
  message: string,
  asked: Pick<ConfirmationText, 'confirmed' | 'address' | 'chainId'> & { readonly nonce?: string },
): Date | null {
  const { confirmed, address, chainId } = asked;
  const lines = message.split('\n');
  const described = describeAction(confirmed);
  const begins = /^City Mint \(\S+\) asks you to confirm (.+)\.$/.exec(lines[0] ?? '');
  const isOfAction =
    begins?.[1] === nameAction(confirmed) && described.every((line, index) => lines[index + 2] === line);
  const tail = TAIL.exec(lines.slice(-TAIL_LINES).join('\n'))?.groups;
  const expiresAt = new Date(tail?.['expires'] ?? '');
  const isOfAccount = tail?.['account'] === address && tail['chain'] === String(chainId);
  const isOfNonce = asked.nonce === undefined || tail?.['nonce'] === asked.nonce;
  return isOfAction && isOfAccount && isOfNonce && Number.isFinite(expiresAt.getTime()) ? expiresAt : null;
}

function nameAction({ action }: ConfirmedAction): string {
  return action === 'auto-mint' ? 'that it joins rounds for you without a maximum' : 'an action that cannot be undone';
}

function describeAction(confirmed: ConfirmedAction): string[] {
  switch (confirmed.action) {
    case 'bind-inviter':
      return [`Bind your inviter permanently: ${confirmed.superior}`];
    case 'bind-exchange-uid':
      return [`Bind your exchange UID permanently: ${confirmed.uid}`];
    case 'auto-mint': {
      const { keep, stopAfterLosses, parallelRounds, version } = confirmed;
      return [
        'Turn on auto-mint without a maximum per round: each round that opens is joined with all you have available,',
        'but for what you keep.',
        `JU that you keep: ${keep}`,
        `Failed rounds after which it turns itself off: ${stopAfterLosses === 0 ? 'never' : stopAfterLosses}`,
        `Unsettled rounds in which it may be at a time: ${parallelRounds === 0 ? 'any number' : parallelRounds}`,
        `Version of the settings that this replaces: ${version}`,
      ];
    }
  }
}
