import type { Address, Hex, TypedDataDomain } from 'viem';

/** The EIP-712 types of the auditor's signatures, in the order in which the contract Anchors hashes their fields. */
const types = {
  Root: [
    { name: 'subject', type: 'bytes32' },
    { name: 'root', type: 'bytes32' },
  ],
  Liabilities: [
    { name: 'token', type: 'address' },
    { name: 'root', type: 'bytes32' },
    { name: 'total', type: 'uint128' },
    { name: 'deposited', type: 'uint128' },
    { name: 'withdrawn', type: 'uint128' },
    { name: 'asOfBlock', type: 'uint64' },
  ],
} as const;

type Deployment = { readonly chainId: number; readonly anchors: Address };

/** Returns the EIP-712 domain of a contract Anchors: a root signed for another chain or contract is invalid in it. */
function anchorsDomain({ chainId, anchors }: Deployment) {
  return {
    ...{ name: 'City Mint Anchors', version: '1', chainId },
    verifyingContract: anchors,
  } as const satisfies TypedDataDomain;
}

/** Returns the typed data of a root, which the auditor signs. */
export function rootTypedData(deployment: Deployment, message: { readonly subject: Hex; readonly root: Hex }) {
  return { domain: anchorsDomain(deployment), types, primaryType: 'Root', message } as const;
}

/**
 * Liabilities in a token as of a block, in base units, and the sums of all accounts' deposits and withdrawals by then.
 */
export type Liabilities = {
  readonly token: Address;
  readonly root: Hex;
  readonly total: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly asOfBlock: bigint;
};

/** Returns the typed data of liabilities, which the auditor signs. */
export function liabilitiesTypedData(deployment: Deployment, message: Liabilities) {
  return { domain: anchorsDomain(deployment), types, primaryType: 'Liabilities', message } as const;
}
