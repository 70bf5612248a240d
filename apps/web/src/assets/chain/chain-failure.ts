import type { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import type { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type NodeErrorKind, nodeErrorKind } from '@city-mint/chain-contract/node-error-kind';
import { type TextKey, translate } from '#platform/i18n/translate.ts';

/** Why a transaction cannot be sent, according to the chain or the node. `error`: the name of the contract's error. */
export type ChainFailure =
  | { readonly kind: 'reverted'; readonly error: string | null }
  | { readonly kind: 'insufficient-funds' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'unknown' };

/** Returns the failure behind an error of a contract call; a contract's own error by its name. */
export function classifyChainError(error: unknown): ChainFailure {
  const links = errorLinks(error);
  const reverted = links.find((link) => link['name'] === 'ContractFunctionRevertedError');
  if (reverted !== undefined && isByContract(reverted)) {
    const data: unknown = reverted['data'];
    const name: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'errorName') : null;
    // Solidity's built-in `Error(string)` is identified by its text.
    const error = name === 'Error' ? reverted['reason'] : name;
    return { kind: 'reverted', error: typeof error === 'string' ? error : null };
  }
  if (links.some((link) => link['name'] === 'InsufficientFundsError')) return { kind: 'insufficient-funds' };
  const kind = nodeErrorKind(error, { method: 'any' });
  if (kind === 'insufficient-funds') return { kind };
  return { kind: UNREACHABLE.has(kind) ? 'unreachable' : 'unknown' };
}

/** The node exists and does not serve this call now. */
const UNREACHABLE: ReadonlySet<NodeErrorKind> = new Set(['unavailable', 'rate-limited', 'not-found-yet']);

type Link = Readonly<Record<'name' | 'message' | 'data' | 'raw' | 'reason', unknown>>;

/**
 * Returns whether the contract itself reverted. viem reports every internal wallet error (-32603) as a revert; a real
 * one has data or says that it reverted.
 */
function isByContract({ data, raw, reason }: Link): boolean {
  return data !== undefined || raw !== undefined || /\brevert/i.test(String(reason));
}

/** Returns an error and the errors that it wraps, at most ten: more than any library nests, and an end to a circle. */
function errorLinks(error: unknown): readonly Link[] {
  const links: Link[] = [];
  let link: unknown = error;
  while (typeof link === 'object' && link !== null && links.length < 10) {
    links.push({
      name: Reflect.get(link, 'name'),
      message: Reflect.get(link, 'message'),
      data: Reflect.get(link, 'data'),
      raw: Reflect.get(link, 'raw'),
      reason: Reflect.get(link, 'reason'),
    });
    link = Reflect.get(link, 'cause');
  }
  return links;
}

type ErrorName<Abi extends readonly unknown[]> =
  Extract<Abi[number], { readonly type: 'error' }> extends {
    readonly name: infer Name extends string;
  }
    ? Name
    : never;

/** The router's errors are revert strings. */
type RouterError = `UniswapV2Router: ${string}`;
type ContractError = ErrorName<typeof vaultAbi> | ErrorName<typeof fmcAbi> | RouterError;

/** Texts of the contract errors that a participant can see; other errors are shown by their name. */
const CONTRACT_ERROR_TEXTS = {
  DepositsArePaused: 'assets.chain.depositsPaused',
  WithdrawalsArePaused: 'assets.chain.withdrawalsPaused',
  BelowMinimum: 'assets.chain.belowMinimum',
  TokenNotListed: 'assets.chain.tokenNotListed',
  ZeroAmount: 'assets.chain.zeroAmount',
  InvalidRecipient: 'assets.chain.badRecipient',
  InvalidVoucherSignature: 'assets.chain.badVoucherSignature',
  InvalidAuditorSignature: 'assets.chain.badVoucherSignature',
  NotVoucherAccount: 'assets.chain.notVoucherAccount',
  VoucherExpired: 'assets.chain.voucherExpired',
  VoucherNotYetValid: 'assets.chain.voucherNotYetValid',
  VoucherUsed: 'assets.chain.voucherUsed',
  WindowCapExceeded: 'assets.chain.windowCapExceeded',
  AccountedExceeded: 'assets.chain.moreThanAccounted',
  NativeTransferFailed: 'assets.chain.recipientRefused',
  ERC20InsufficientBalance: 'assets.chain.insufficientToken',
  ERC20InsufficientAllowance: 'assets.chain.insufficientAllowance',
  'UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT': 'assets.chain.priceMoved',
  'UniswapV2Router: EXCESSIVE_INPUT_AMOUNT': 'assets.chain.priceMoved',
  'UniswapV2Router: EXPIRED': 'assets.chain.swapExpired',
} as const satisfies Partial<Record<ContractError, TextKey>>;

/** Returns the text of a failure, in the language of the page. */
export function chainFailureText(failure: ChainFailure): string {
  switch (failure.kind) {
    case 'reverted': {
      const known = Object.entries(CONTRACT_ERROR_TEXTS).find(([name]) => name === failure.error);
      if (known !== undefined) return translate(known[1]);
      return translate('assets.chain.reverted', { error: failure.error ?? '—' });
    }
    case 'insufficient-funds':
      return translate('assets.chain.insufficientFunds');
    case 'unreachable':
      return translate('assets.chain.unreachable');
    case 'unknown':
      return translate('session.failure.callFailed');
  }
}
