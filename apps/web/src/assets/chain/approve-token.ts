import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import type { Address } from 'viem';
import { waitForTransactionReceipt } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { type SendOutcome, sendTransaction } from './send-transaction.ts';

const chainId = activeChain.id;

type Approval = {
  readonly account: Address;
  readonly token: Address;
  readonly spender: Address;
  /** Base units. */
  readonly amount: bigint;
};

/**
 * Approves exactly this amount for a spender, and waits until a block includes the approval. Returns the approval's
 * hash, or the reason why there is none.
 */
export async function approveToken({ account, token, spender, amount }: Approval): Promise<SendOutcome> {
  const call = {
    abi: fmcAbi,
    address: token,
    functionName: 'approve',
    args: [spender, amount],
    account,
    chainId,
  } as const;
  const outcome = await sendTransaction({ call, text: translate('assets.deposit.waitingApproval') });
  if (!outcome.ok) return outcome;
  const failed = {
    ok: false,
    text: translate('assets.deposit.authorizationFailed'),
    cancelled: false,
    failure: null,
  } as const;
  try {
    const { status } = await waitForTransactionReceipt(walletConfig, { hash: outcome.hash, chainId, timeout: 120_000 });
    return status === 'success' ? outcome : failed;
  } catch {
    return failed;
  }
}
