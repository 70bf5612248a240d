import { readWalletError, type WalletReading, walletErrorTexts } from '@city-mint/client/read-wallet-error.ts';
import type { TextKey } from '#platform/i18n/translate.ts';

/** Why a wallet did not perform a request. */
export type WalletFailure =
  | 'cancelled'
  /** The user stopped waiting for a transaction, which the wallet can still send. */
  | 'abandoned'
  | 'pending'
  | 'unsupported-network'
  | 'unsupported-method'
  | 'switch-failed'
  /** The wallet stayed on its chain, though it answered that it had switched. */
  | 'stays-on-chain'
  /** The wallet is locked, or has not allowed this page. */
  | 'unauthorized'
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
  'unsupported-method': 'session.failure.unsupportedMethod',
  'switch-failed': 'session.failure.switchFailed',
  'stays-on-chain': 'session.failure.staysOnChain',
  unauthorized: 'session.failure.unauthorized',
  'no-wallet': 'session.failure.noWallet',
  disconnected: 'session.failure.disconnected',
  'relay-unreachable': 'session.failure.relayUnreachable',
  'account-changed': 'session.walletChanged',
  preview: 'session.failure.inPreview',
  'call-failed': 'session.failure.callFailed',
};

const FAILURE_OF_READING: Record<WalletReading, WalletFailure> = {
  rejected: 'cancelled',
  pending: 'pending',
  'chain-unknown': 'unsupported-network',
  'method-unsupported': 'unsupported-method',
  unauthorized: 'unauthorized',
  disconnected: 'disconnected',
  other: 'call-failed',
};

/** Failures by the names of the wallet library's own errors, and of those of `switchNetwork`. */
const FAILURE_OF_NAME: ReadonlyMap<string, WalletFailure> = new Map([
  ['StaysOnChainError', 'stays-on-chain'],
  ['ChainNotConfiguredError', 'unsupported-network'],
  ['SwitchChainError', 'switch-failed'],
  ['ProviderNotFoundError', 'no-wallet'],
  ['ConnectorNotConnectedError', 'disconnected'],
  ['ConnectorAccountNotFoundError', 'account-changed'],
]);

/** Returns the failure behind an error of a wallet or of the wallet library; `call-failed` for any other. */
export function classifyWalletError(error: unknown): WalletFailure {
  const failure = FAILURE_OF_READING[readWalletError(error)];
  if (failure === 'cancelled') return failure;
  const texts = walletErrorTexts(error);
  if (texts.some((text) => RELAY_DOWN.test(text))) return 'relay-unreachable';
  if (failure !== 'call-failed') return failure;
  return texts.map((text) => FAILURE_OF_NAME.get(text)).find((each) => each !== undefined) ?? 'call-failed';
}

/** Returns whether a disconnect failed because the wallet had already ended the connection. */
export function isAlreadyDisconnected(error: unknown): boolean {
  return walletErrorTexts(error).some((text) => /no matching key/i.test(text));
}

const RELAY_DOWN = /\brelay|no internet connection|failed to publish/i;
