import type { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import type { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type TextKey, translate } from '#platform/i18n/translate.ts';
import type { ChainFailure } from './chain-failure.ts';

type ErrorName<Abi extends readonly unknown[]> =
  Extract<Abi[number], { readonly type: 'error' }> extends {
    readonly name: infer Name extends string;
  }
    ? Name
    : never;

type ContractError = ErrorName<typeof vaultAbi> | ErrorName<typeof fmcAbi>;

/** Errors of the contracts that a participant can meet, each with its text; the others are told by their name. */
const CONTRACT_ERROR_TEXTS = {
  DepositsArePaused: 'assets.chain.depositsPaused',
  WithdrawalsArePaused: 'assets.chain.withdrawalsPaused',
  BelowMinimum: 'assets.chain.belowMinimum',
  TokenNotListed: 'assets.chain.tokenNotListed',
  ZeroAmount: 'assets.chain.zeroAmount',
  BadRecipient: 'assets.chain.badRecipient',
  BadVoucherSignature: 'assets.chain.badVoucherSignature',
  NotVoucherAccount: 'assets.chain.notVoucherAccount',
  VoucherExpired: 'assets.chain.voucherExpired',
  VoucherNotYetValid: 'assets.chain.voucherNotYetValid',
  VoucherUsed: 'assets.chain.voucherUsed',
  WindowCapExceeded: 'assets.chain.windowCapExceeded',
  MoreThanAccounted: 'assets.chain.moreThanAccounted',
  NativeTransferFailed: 'assets.chain.recipientRefused',
  ERC20InsufficientBalance: 'assets.chain.insufficientToken',
  ERC20InsufficientAllowance: 'assets.chain.insufficientAllowance',
} as const satisfies Partial<Record<ContractError, TextKey>>;

/** What a failure of the chain means for the reader. */
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
