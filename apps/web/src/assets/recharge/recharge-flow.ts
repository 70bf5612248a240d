import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Address, bytesToHex, type Hex } from 'viem';
import { readContract } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { approveToken } from '../chain/approve-token.ts';
import { type SendOutcome, sendTransaction } from '../chain/send-transaction.ts';
import { signPermit } from './sign-permit.ts';

type RechargeInput = {
  readonly account: Address;
  readonly vault: Address;
  readonly fmc: Address;
  /** Base units. */
  readonly amount: bigint;
  /** Called when the vault has the allowance, before the recharge itself is sent. */
  readonly onAuthorized: () => void;
};

const chainId = activeChain.id;

/** The vault's functions with the token's errors, so that a revert inside the token is reported by its name. */
const tokenRechargeAbi = [...vaultAbi, ...fmcAbi] as const;

/** Recharges JU in one transaction. Returns its hash, or the reason why there is none. */
export function rechargeNative({ account, vault, amount }: RechargeInput): Promise<SendOutcome> {
  const call = {
    abi: vaultAbi,
    address: vault,
    functionName: 'depositNative',
    args: [newReference()],
    value: amount,
    account,
    chainId,
  } as const;
  return sendTransaction({
    call,
    text: translate('assets.deposit.waiting'),
  });
}

/**
 * Recharges FMC in one transaction with a signed permit. If the wallet cannot sign permits, or the token rejects its
 * signature, the wallet approves exactly this amount first. Returns the hash of the recharge, or the reason why there
 * is none.
 */
export async function rechargeToken(input: RechargeInput): Promise<SendOutcome> {
  const { account, vault, fmc, amount } = input;
  const allowance = await readContract(walletConfig, {
    abi: fmcAbi,
    address: fmc,
    functionName: 'allowance',
    args: [account, vault],
    chainId,
  }).catch(() => 0n);
  if (allowance < amount) {
    const permitted = await rechargeWithPermit(input);
    if (permitted !== 'not-possible') return permitted;
    const approved = await approveToken({ account, token: fmc, spender: vault, amount });
    if (!approved.ok) return approved;
    input.onAuthorized();
  }
  const call = {
    abi: tokenRechargeAbi,
    address: vault,
    functionName: 'deposit',
    args: [fmc, amount, newReference()],
    account,
    chainId,
  } as const;
  return sendTransaction({
    call,
    text: translate('assets.deposit.waiting'),
  });
}

async function rechargeWithPermit(input: RechargeInput): Promise<SendOutcome | 'not-possible'> {
  const { account, vault, fmc, amount } = input;
  const permit = await signPermit({ owner: account, spender: vault, token: fmc, amount });
  if (permit.kind === 'not-possible') return 'not-possible';
  if (permit.kind === 'failed') return { ok: false, text: permit.text, cancelled: permit.cancelled, failure: null };
  const { deadline, v, r, s } = permit;
  const call = {
    abi: tokenRechargeAbi,
    address: vault,
    functionName: 'depositWithPermit',
    args: [fmc, amount, newReference(), deadline, v, r, s],
    account,
    chainId,
  } as const;
  input.onAuthorized();
  const outcome = await sendTransaction({
    call,
    text: translate('assets.deposit.waiting'),
  });
  const isPermitRejected =
    !outcome.ok && outcome.failure?.kind === 'reverted' && outcome.failure.error === 'ERC20InsufficientAllowance';
  return isPermitRejected ? 'not-possible' : outcome;
}

/** Returns a random reference, which the vault emits in its event, to distinguish recharges of one account. */
function newReference(): Hex {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}
