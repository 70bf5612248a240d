import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Address, Hex } from 'viem';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { type SendOutcome, sendTransaction } from '../chain/send-transaction.ts';
import { isVoucherOf } from './voucher.ts';

type Withdrawal = ReplyOf<'POST /api/app/user/withdrawStatus'>;

type SendVoucherInput = {
  readonly status: Withdrawal;
  readonly account: Address;
  readonly contracts: { readonly vault: string; readonly fmc: string };
};

/**
 * Asks the account's wallet to send its voucher to the vault. Never sends a voucher that does not pay exactly this
 * withdrawal. Returns the transaction's hash, or the reason why there is none.
 */
export async function sendVoucher({ status, account, contracts }: SendVoucherInput): Promise<SendOutcome> {
  const { voucher } = status;
  if (voucher === null || !isVoucherOf(voucher, { ...status, account, ...contracts })) {
    return { ok: false, text: translate('assets.chain.badVoucher'), cancelled: false, failure: null };
  }
  const call = {
    abi: vaultAbi,
    address: hex(voucher.vault),
    functionName: 'withdraw',
    args: [
      {
        id: hex(voucher.id),
        account: hex(voucher.account),
        to: hex(voucher.to),
        token: hex(voucher.token),
        amount: BigInt(voucher.amount),
        validAfter: BigInt(voucher.validAfter),
        deadline: BigInt(voucher.deadline),
      },
      hex(voucher.signature),
      hex(voucher.auditorSignature),
    ],
    account,
    chainId: activeChain.id,
  } as const;
  return sendTransaction({
    call,
    text: translate('assets.withdraw.waitingWallet'),
  });
}

/** Narrows the type; the endpoint's schema has already checked the format. */
function hex(text: string): Hex {
  if (!text.startsWith('0x')) throw new Error('not hexadecimal');
  return `0x${text.slice(2)}`;
}
