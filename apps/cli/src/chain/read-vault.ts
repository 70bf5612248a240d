import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Address, type Hex, maxUint64, type PublicClient } from 'viem';
import { ROLE_IDS, ROLE_NAMES, type RoleName } from './duty.ts';
import type { Contracts } from './duty-call.ts';

/** The vault's state at one block; times in seconds. */
export type VaultState = {
  readonly blockHash: Hex;
  readonly time: bigint;
  readonly anchors: Address;
  readonly withdrawalsPaused: boolean;
  readonly depositsPaused: boolean;
  /** Whether the exit has begun, which nothing undoes. */
  readonly exited: boolean;
  readonly signer: Address;
  readonly auditor: Address;
  readonly admin: Address;
  /** Zero: withdrawals are not possible. */
  readonly openSince: bigint;
  readonly changeDelay: bigint;
};

/** The address and the block at which contracts are read. */
export type Place = { readonly vault: Address; readonly block: bigint };

/** Returns the vault's state as one node has it. Throws if the address is not a vault, or without an answer. */
export async function readVault(client: PublicClient, { vault, block }: Place): Promise<VaultState> {
  const at = { address: vault, abi: vaultAbi, blockNumber: block } as const;
  const [header, anchors, withdrawalsPaused, depositsPaused, exited, signer, auditor, admin, openSince, changeDelay] =
    await Promise.all([
      client.getBlock({ blockNumber: block }),
      client.readContract({ ...at, functionName: 'ANCHORS' }),
      client.readContract({ ...at, functionName: 'withdrawalsPaused' }),
      client.readContract({ ...at, functionName: 'depositsPaused' }),
      client.readContract({ ...at, functionName: 'exited' }),
      client.readContract({ ...at, functionName: 'signer' }),
      client.readContract({ ...at, functionName: 'auditor' }),
      client.readContract({ ...at, functionName: 'defaultAdmin' }),
      client.readContract({ ...at, functionName: 'openSince' }),
      client.readContract({ ...at, functionName: 'CHANGE_DELAY' }),
    ]);
  return {
    blockHash: header.hash,
    time: header.timestamp,
    ...{ anchors, withdrawalsPaused, depositsPaused, exited, signer, auditor, admin, openSince, changeDelay },
  };
}

type Holder = { readonly role: RoleName | 'admin'; readonly account: Address };

/** Returns whether an account has a role: the scribe's in the contract Anchors, every other in the vault. */
export function readRole(
  client: PublicClient,
  { vault, anchors, block }: Contracts & Place,
  { role, account }: Holder,
): Promise<boolean> {
  const args = [ROLE_IDS[role], account] as const;
  if (role === 'scribe')
    return client.readContract({
      ...{ address: anchors, abi: anchorsAbi, functionName: 'hasRole', args, blockNumber: block },
    });
  return client.readContract({ address: vault, abi: vaultAbi, functionName: 'hasRole', args, blockNumber: block });
}

/** Returns the roles of an account. */
export async function readRoles(
  client: PublicClient,
  place: Contracts & Place,
  account: Address,
): Promise<(RoleName | 'admin')[]> {
  const names = ['admin', ...ROLE_NAMES] as const;
  const held = await Promise.all(names.map((role) => readRole(client, place, { role, account })));
  return names.filter((_, index) => held[index]);
}

/** An announced change, or the id of one that is not. */
export type ChangeState = {
  readonly id: Hex;
  readonly announced: boolean;
  /** From when it can be made; null: not before withdrawals are possible or a protector approves it. */
  readonly readyAt: bigint | null;
  /** `unneeded`: withdrawals are possible, and the vault does not say whether a protector approved it as well. */
  readonly approved: 'yes' | 'no' | 'unneeded';
};

/** Returns the state of the change with this id. */
export async function readChange(
  client: PublicClient,
  { vault, block }: Place,
  { id, openSince, changeDelay }: Pick<VaultState, 'openSince' | 'changeDelay'> & { readonly id: Hex },
): Promise<ChangeState> {
  const at = { address: vault, abi: vaultAbi, blockNumber: block } as const;
  const readyAt = await client.readContract({ ...at, functionName: 'readyAt', args: [id] });
  const announced = readyAt !== 0n;
  // Not approved, it is ready a delay after withdrawals became possible, or later.
  const isSooner = openSince === 0n ? readyAt !== maxUint64 : readyAt < openSince + changeDelay;
  const approved = announced && isSooner ? 'yes' : openSince === 0n || !announced ? 'no' : 'unneeded';
  return { id, announced, readyAt: announced && readyAt !== maxUint64 ? readyAt : null, approved };
}
