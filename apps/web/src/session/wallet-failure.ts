/** Why a wallet did not do what it was asked (spec section 8). */
export type WalletFailure =
  | 'cancelled'
  | 'pending'
  | 'unsupported-network'
  | 'switch-failed'
  | 'no-wallet'
  | 'disconnected'
  | 'account-changed'
  | 'call-failed';

/** The numeric codes along an error's chain of causes, the outermost first (EIP-1193, EIP-1474). */
export function walletErrorCodes(error: unknown): readonly number[] {
  return errorChain(error).flatMap((link) => (typeof link['code'] === 'number' ? [link['code']] : []));
}

/** Names the failure behind an error of a wallet or of the wallet library. */
export function classifyWalletError(error: unknown): WalletFailure {
  const chain = errorChain(error);
  const names = chain.map((link) => link['name']);
  const codes = walletErrorCodes(error);
  if (codes.includes(4001) || names.includes('UserRejectedRequestError')) return 'cancelled';
  if (chain.some((link) => REJECTION.test(String(link['message'])))) return 'cancelled';
  if (codes.includes(-32002)) return 'pending';
  if (codes.includes(4902) || names.includes('ChainNotConfiguredError')) return 'unsupported-network';
  if (names.includes('SwitchChainError')) return 'switch-failed';
  if (names.includes('ProviderNotFoundError')) return 'no-wallet';
  if (codes.includes(4900) || codes.includes(4901) || names.includes('ConnectorNotConnectedError'))
    return 'disconnected';
  if (names.includes('ConnectorAccountNotFoundError')) return 'account-changed';
  return 'call-failed';
}

const REJECTION = /user rejected|connection request reset/i;

function errorChain(error: unknown): readonly Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  let link: unknown = error;
  // Ten links are more than any library nests, and end a chain that goes in a circle.
  while (isRecord(link) && chain.length < 10) {
    // An error's name and message are not its own enumerable properties, so they are read by name.
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
