import type { TextKey } from '#platform/i18n/translate.ts';

/** Why a wallet did not perform a request. */
export type WalletFailure =
  | 'cancelled'
  /** The user stopped waiting for a transaction, which the wallet can still send. */
  | 'abandoned'
  | 'pending'
  | 'unsupported-network'
  | 'switch-failed'
  | 'no-wallet'
  | 'disconnected'
  /** WalletConnect's relay is unreachable. */
  | 'relay-unreachable'
  | 'account-changed'
  /** The tab shows a preview of texts, in which no wallet is asked. */
  | 'preview'
  | 'call-failed';

/** The text of each failure. */
export const WALLET_FAILURE_TEXTS: Record<WalletFailure, TextKey> = {
  cancelled: 'session.failure.cancelled',
  abandoned: 'session.failure.abandoned',
  pending: 'session.failure.pending',
  'unsupported-network': 'session.failure.unsupportedNetwork',
  'switch-failed': 'session.failure.switchFailed',
  'no-wallet': 'session.failure.noWallet',
  disconnected: 'session.failure.disconnected',
  'relay-unreachable': 'session.failure.relayUnreachable',
  'account-changed': 'session.walletChanged',
  preview: 'session.failure.inPreview',
  'call-failed': 'session.failure.callFailed',
};

/** Returns the numeric codes of an error and of the errors it wraps, the outermost first (EIP-1193, EIP-1474). */
export function walletErrorCodes(error: unknown): readonly number[] {
  return errorChain(error).flatMap((link) => (typeof link['code'] === 'number' ? [link['code']] : []));
}

/** Returns the failure behind an error of a wallet or of the wallet library; `call-failed` for any other. */
export function classifyWalletError(error: unknown): WalletFailure {
  const chain = errorChain(error);
  const names = chain.map((link) => link['name']);
  const codes = walletErrorCodes(error);
  if (codes.includes(4001) || names.includes('UserRejectedRequestError')) return 'cancelled';
  if (chain.some((link) => REJECTION.test(String(link['message'])))) return 'cancelled';
  if (chain.some((link) => RELAY_DOWN.test(String(link['message'])))) return 'relay-unreachable';
  if (codes.includes(-32002)) return 'pending';
  if (codes.includes(4902) || names.includes('ChainNotConfiguredError')) return 'unsupported-network';
  if (names.includes('SwitchChainError')) return 'switch-failed';
  if (names.includes('ProviderNotFoundError')) return 'no-wallet';
  if (codes.includes(4900) || codes.includes(4901) || names.includes('ConnectorNotConnectedError'))
    return 'disconnected';
  if (names.includes('ConnectorAccountNotFoundError')) return 'account-changed';
  return 'call-failed';
}

/** Returns whether a disconnect failed because the wallet had already ended the connection. */
export function isAlreadyDisconnected(error: unknown): boolean {
  return errorChain(error).some((link) => /no matching key/i.test(String(link['message'])));
}

const REJECTION = /user rejected|connection request reset/i;
const RELAY_DOWN = /relay|no internet connection|failed to publish/i;

function errorChain(error: unknown): readonly Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let link: unknown = error;
  // Ten is more than any library nests, and ends a circular chain.
  while (isRecord(link) && chain.length < 10) {
    // The name and message of an error are not enumerable, so they are read by name.
    chain.push({ name: link['name'], message: link['message'], code: link['code'] });
    const data: unknown = link['data'];
    if (isRecord(data) && isRecord(data['originalError'])) chain.push(data['originalError']);
    link = link['cause'];
  }
  return chain;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
