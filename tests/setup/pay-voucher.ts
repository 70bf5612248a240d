import { randomBytes } from 'node:crypto';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Voucher, voucherTypedData } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { type Address, bytesToHex, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

/**
 * Signs a voucher with the keys of signer and auditor, as an earlier database or the thief of both would, and redeems
 * it as a development account: to itself, in JU, under a random id unless given. Returns the voucher once it is mined.
 */
export async function payVoucher(
  chain: TestChain,
  { index, ...parts }: { index: number; amount: bigint } & Partial<Pick<Voucher, 'id' | 'to' | 'token'>>,
): Promise<Voucher> {
  const account: Address = devAccount(index).address;
  const { timestamp } = await chain.publicClient.getBlock();
  const voucher: Voucher = {
    id: bytesToHex(randomBytes(32)),
    account,
    to: account,
    token: chain.nativeToken,
    validAfter: timestamp,
    deadline: timestamp + 600n,
    ...parts,
  };
  const signatures = [
    await signVoucher(chain, { by: 'voucherSigner', voucher }),
    await signVoucher(chain, { by: 'auditor', voucher }),
  ] as const;
  const sent = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'withdraw' } as const;
  await chain.waitFor(await chain.wallet(index).writeContract({ ...sent, args: [voucher, ...signatures] }));
  return voucher;
}

/** Returns a signature of a voucher, with the key of the signer or the auditor. */
export async function signVoucher(
  chain: TestChain,
  { by, voucher }: { readonly by: 'voucherSigner' | 'auditor'; readonly voucher: Voucher },
): Promise<Hex> {
  return privateKeyToAccount(devAccount(DEV_ROLES[by]).privateKey).signTypedData(
    voucherTypedData({ chainId: TEST_CHAIN_ID, vault: chain.addresses.vault }, voucher),
  );
}
