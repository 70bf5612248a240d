import { readWalletError, type WalletReading, walletErrorTexts } from '@city-mint/client/read-wallet-error.ts';
import { hasTexts, loadTexts } from '#platform/i18n/language-store.ts';
import { type TextKey, translate } from '#platform/i18n/translate.ts';
import { showToast } from '#platform/toast-store.ts';

/** Why a wallet did not perform a request. */
export type WalletFailure =
  | 'cancelled'
  /** The user stopped waiting for a transaction, which the wallet can still send. */
  | 'abandoned'
  | 'pending'
  | 'unsupported-network'
  | 'unsupported-method'
  | 'switch-failed'
  /** A signature failed for any reason but the user's. */
  | 'sign-failed'
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

const FAILURE_TEXTS: Record<WalletFailure, TextKey> = {
  cancelled: 'wallet.failure.cancelled',
  abandoned: 'wallet.failure.abandoned',
  pending: 'wallet.failure.pending',
  'unsupported-network': 'wallet.failure.unsupportedNetwork',
  'unsupported-method': 'wallet.failure.unsupportedMethod',
  'switch-failed': 'wallet.failure.switchFailed',
  'sign-failed': 'wallet.failure.signFailed',
  'stays-on-chain': 'wallet.failure.staysOnChain',
  unauthorized: 'wallet.failure.unauthorized',
  'no-wallet': 'wallet.failure.noWallet',
  disconnected: 'wallet.failure.disconnected',
  'relay-unreachable': 'wallet.failure.relayUnreachable',
  'account-changed': 'session.walletChanged',
  preview: 'wallet.failure.inPreview',
  'call-failed': 'session.failure.callFailed',
};

/** A failure is shown in general words rather than later. */
const TEXTS_PATIENCE_MS = 3_000;

/** Loads the texts of failures; also resolves if that fails, or takes three seconds. */
export async function loadFailureTexts(): Promise<void> {
  const patience = new Promise<void>((resolve) => setTimeout(resolve, TEXTS_PATIENCE_MS));
  await Promise.race([loadTexts(['wallet']).catch(() => undefined), patience]);
}

/** Returns the text of a failure; a general one where the wallet's texts could not be fetched. */
export function walletFailureText(failure: WalletFailure): string {
  return translate(hasTexts(['wallet']) ? FAILURE_TEXTS[failure] : 'session.failure.callFailed');
}

/** Shows a failure in a toast, which is red unless the user cancelled. Returns nothing. */
export function showWalletFailure(failure: WalletFailure): void {
  showToast(walletFailureText(failure), failure === 'cancelled' ? 'plain' : 'danger');
}

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
