import { expandSignature } from '@city-mint/api-contract/key-signature';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { type Address, type Hex, parseSignature } from 'viem';
import { readContract, signTypedData } from 'wagmi/actions';
import { translate } from '#platform/i18n/translate.ts';
import { serverNow } from '#platform/server-clock.ts';
import { activeChain } from '#session/active-chain.ts';
import { askWallet } from '#session/ask-wallet.ts';
import { walletConfig } from '#session/wallet-config.ts';
import { walletFailureText } from '#session/wallet-failure.ts';

type PermitInput = {
  readonly owner: Address;
  readonly spender: Address;
  readonly token: Address;
  /** Base units; the permit allows exactly this amount. */
  readonly amount: bigint;
};

export type Permit =
  | { readonly kind: 'signed'; readonly deadline: bigint; readonly v: number; readonly r: Hex; readonly s: Hex }
  | { readonly kind: 'failed'; readonly text: string; readonly cancelled: boolean }
  /** The wallet cannot sign permits, or the token does not support them. */
  | { readonly kind: 'not-possible' };

const PERMIT_TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

const LIFETIME_SECONDS = 20n * 60n;

/**
 * Asks the wallet to sign a permit (EIP-2612) for exactly this amount, valid for twenty minutes. Returns the permit.
 */
export async function signPermit({ owner, spender, token, amount }: PermitInput): Promise<Permit> {
  const tokenContract = { abi: fmcAbi, address: token, chainId: activeChain.id } as const;
  const tokenState = await Promise.all([
    readContract(walletConfig, { ...tokenContract, functionName: 'eip712Domain' }),
    readContract(walletConfig, { ...tokenContract, functionName: 'nonces', args: [owner] }),
  ]).catch(() => null);
  if (tokenState === null) return { kind: 'not-possible' };
  const [[, name, version, domainChainId, verifyingContract], nonce] = tokenState;
  const deadline = BigInt(Math.floor(serverNow() / 1000)) + LIFETIME_SECONDS;
  const signed = await askWallet({
    request: () =>
      signTypedData(walletConfig, {
        account: owner,
        domain: { name, version, chainId: domainChainId, verifyingContract },
        types: PERMIT_TYPES,
        primaryType: 'Permit',
        message: { owner, spender, value: amount, nonce, deadline },
      }),
    text: translate('assets.deposit.waitingPermit'),
    repeatable: true,
  });
  if (!signed.ok) {
    if (signed.failure === 'call-failed' || signed.failure === 'unsupported-method') return { kind: 'not-possible' };
    const cancelled = signed.failure === 'cancelled';
    const text = cancelled ? translate('assets.deposit.authorizationFailed') : walletFailureText(signed.failure);
    return { kind: 'failed', text, cancelled };
  }
  return splitSignature(signed.value, deadline);
}

/** The token cannot verify a contract wallet's signature, which has neither 65 bytes nor 64. */
function splitSignature(signature: Hex, deadline: bigint): Permit {
  const keySignature = expandSignature(signature);
  if (keySignature.length !== 132) return { kind: 'not-possible' };
  const { r, s, yParity } = parseSignature(keySignature);
  return { kind: 'signed', deadline, v: 27 + yParity, r, s };
}
