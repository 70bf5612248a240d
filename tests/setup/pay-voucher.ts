import { randomBytes } from 'node:crypto';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { type Voucher, voucherDomain, voucherTypes } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { type Address, bytesToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { TEST_CHAIN_ID, type TestChain } from './start-test-chain.ts';

/**
 * Signs a voucher with the signer's key, as its thief or an earlier database would, and redeems it as a development
 * account: to itself, in JU, under a random id unless given. Returns the voucher once it is mined.
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
  const signature = await privateKeyToAccount(devAccount(DEV_ROLES.voucherSigner).privateKey).signTypedData({
    domain: voucherDomain({ chainId: TEST_CHAIN_ID, vault: chain.addresses.vault }),
    types: voucherTypes,
    primaryType: 'Voucher',
    message: voucher,
  });
  const sent = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'withdraw' } as const;
  await chain.waitFor(await chain.wallet(index).writeContract({ ...sent, args: [voucher, signature] }));
  return voucher;
}
