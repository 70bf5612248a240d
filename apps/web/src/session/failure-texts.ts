import type { TextKey } from '#platform/i18n/translate.ts';
import type { WalletFailure } from './wallet-failure.ts';

/** The text of each failure of a wallet. */
export const FAILURE_TEXTS: Record<WalletFailure, TextKey> = {
  cancelled: 'session.failure.cancelled',
  pending: 'session.failure.pending',
  'unsupported-network': 'session.failure.unsupportedNetwork',
  'switch-failed': 'session.failure.switchFailed',
  'no-wallet': 'session.failure.noWallet',
  disconnected: 'session.failure.disconnected',
  'account-changed': 'session.failure.accountChanged',
  'call-failed': 'session.failure.callFailed',
};
