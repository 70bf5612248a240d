import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Address, bytesToHex, type Hex } from 'viem';
import { readContract, waitForTransactionReceipt } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { type SendOutcome, sendTransaction } from './send-transaction.ts';
import { signPermit } from './sign-permit.ts';

type RechargeInput = {
  readonly account: Address;
  readonly vault: Address;
  readonly fmc: Address;
  /** Base units. */
  readonly amount: bigint;
  /** Called when the vault may take the tokens, before the recharge itself is sent. */
  readonly onAuthorised: () => void;
};

const chainId = activeChain.id;

/** The vault's calls, and by name also what the token itself refuses inside of them. */
const tokenRechargeAbi = [...vaultAbi, ...fmcAbi] as const;

/** Recharges JU: one transaction. */
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
 * Recharges FMC. With a signed permit it is one transaction; a wallet that cannot sign one, or whose signature the token does not take,
 * approves exactly this amount first.
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
    const approved = await approve(input);
    if (!approved.ok) return approved;
    input.onAuthorised();
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
  input.onAuthorised();
  const outcome = await sendTransaction({
    call,
    text: translate('assets.deposit.waiting'),
  });
  const notTaken =
    !outcome.ok && outcome.failure?.kind === 'reverted' && outcome.failure.error === 'ERC20InsufficientAllowance';
  return notTaken ? 'not-possible' : outcome;
}

/** Lets the vault take exactly this amount, never more; done once the approval is in the chain. */
async function approve({ account, vault, fmc, amount }: RechargeInput): Promise<SendOutcome> {
  const call = {
    abi: fmcAbi,
    address: fmc,
    functionName: 'approve',
    args: [vault, amount],
    account,
    chainId,
  } as const;
  const outcome = await sendTransaction({
    call,
    text: translate('assets.deposit.waitingApproval'),
  });
  if (!outcome.ok) return outcome;
  try {
    await waitForTransactionReceipt(walletConfig, { hash: outcome.hash, chainId, timeout: 120_000 });
    return outcome;
  } catch {
    const text = translate('assets.deposit.authorisationFailed');
    return { ok: false, text, cancelled: false, failure: null };
  }
}

/** The vault repeats it in its event; random, so that two recharges of one account tell apart. */
function newReference(): Hex {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}
