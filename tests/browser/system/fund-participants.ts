import { chainById } from '@city-mint/chain-contract/chains';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { type Address, createTestClient, createWalletClient, http, parseEther, zeroHash } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { CHAIN_ID } from './system-addresses.ts';

/** The accounts of the local chain that have a recharge: the first index, and how many for each try of the tests. */
export const FUNDED = { first: 10, numbers: 120, tries: 2 } as const;
/** The recharge of each. */
export const FUNDED_JU = '5000';

/** Recharges the accounts through the vault, each by its own transaction, and mines until the recharges are final. */
export async function fundParticipants({ rpcUrl, vault }: { rpcUrl: string; vault: Address }): Promise<void> {
  const chain = chainById(CHAIN_ID, { rpcUrl });
  const transport = http(rpcUrl);
  const indexes = Array.from({ length: FUNDED.numbers * FUNDED.tries }, (_unused, offset) => FUNDED.first + offset);
  await Promise.all(
    indexes.map((index) =>
      createWalletClient({
        account: privateKeyToAccount(devAccount(index).privateKey),
        chain,
        transport,
      }).writeContract({
        address: vault,
        abi: vaultAbi,
        functionName: 'depositNative',
        args: [zeroHash],
        value: parseEther(FUNDED_JU),
      }),
    ),
  );
  await createTestClient({ mode: 'anvil', chain, transport }).mine({ blocks: 6 });
}
