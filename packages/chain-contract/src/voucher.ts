import type { Address, Hex, TypedDataDomain } from 'viem';

/** The token address of native JU in the vault. */
export const NATIVE_TOKEN: Address = '0x0000000000000000000000000000000000000000';

/** The longest `deadline - validAfter` of a voucher, in seconds; the vault reverts on a longer one. */
export const MAX_VOUCHER_TTL_SECONDS = 86_400n;

/** The EIP-712 types of a voucher, in the order in which the vault hashes its fields. */
export const voucherTypes = {
  Voucher: [
    { name: 'id', type: 'bytes32' },
    { name: 'account', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'validAfter', type: 'uint64' },
    { name: 'deadline', type: 'uint64' },
  ],
} as const;

/**
 * A payment out of the vault, approved by the ledger: `amount` base units of `token` to `to`, sent by `account` itself,
 * at a block time from `validAfter` until before `deadline` (UTC seconds), once per `id`.
 */
export type Voucher = {
  readonly id: Hex;
  readonly account: Address;
  readonly to: Address;
  readonly token: Address;
  readonly amount: bigint;
  readonly validAfter: bigint;
  readonly deadline: bigint;
};

/** Returns the EIP-712 domain of a vault: a voucher signed for another chain or vault is invalid in this one. */
export function voucherDomain(deployment: { readonly chainId: number; readonly vault: Address }) {
  return {
    name: 'City Mint Vault',
    version: '1',
    chainId: deployment.chainId,
    verifyingContract: deployment.vault,
  } as const satisfies TypedDataDomain;
}

/** Returns the typed data of a voucher, which signer and auditor sign. */
export function voucherTypedData(deployment: Parameters<typeof voucherDomain>[0], message: Voucher) {
  return { domain: voucherDomain(deployment), types: voucherTypes, primaryType: 'Voucher', message } as const;
}
