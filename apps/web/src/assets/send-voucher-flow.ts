import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Address, Hex } from 'viem';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { isVoucherOf } from './is-voucher-of.ts';
import { type SendOutcome, sendTransaction } from './send-transaction.ts';

type Status = ReplyOf<'POST /api/app/user/withdrawStatus'>;

type SendVoucherInput = {
  readonly status: Status;
  readonly account: Address;
  readonly contracts: { readonly vault: string; readonly fmc: string };
};

/** Has the account's own wallet send its voucher to the vault. A voucher that is not exactly what was asked for is not sent. */
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
    ],
    account,
    chainId: activeChain.id,
  } as const;
  return sendTransaction({
    call,
    text: translate('assets.withdraw.waitingWallet'),
  });
}

/** The declaration of the call checks the form; this only tells the compiler. */
function hex(text: string): Hex {
  if (!text.startsWith('0x')) throw new Error('not hexadecimal');
  return `0x${text.slice(2)}`;
}
