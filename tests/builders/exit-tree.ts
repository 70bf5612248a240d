import { liabilitiesTypedData } from '@city-mint/chain-contract/anchored-root';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { waitForReceipt } from '@city-mint/chain-contract/transaction-sender';
import { NATIVE_TOKEN } from '@city-mint/chain-contract/voucher';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { makeExitStatement } from '@city-mint/domain/proof/exit-statement';
import { type GrownTree, growTree, keyOf } from '@city-mint/verify/testing/published';
import { type Address, type Hex, isHex, toHex } from 'viem';
import { TEST_CHAIN_ID, type TestChain } from '../setup/start-test-chain.ts';

type Chain = Pick<TestChain, 'addresses' | 'publicClient' | 'wallet'>;

/** Base units that development accounts are owed, by their number; at least this number of levels. */
export type TreeOf = {
  readonly owed: readonly (readonly [account: number, amount: bigint])[];
  readonly levels?: number;
};

/**
 * Anchors the liabilities of a currency as of the newest block, signed by the auditor: the accounts are owed these
 * amounts, and the system the rest of the vault. Returns their tree.
 */
export async function anchorTree(
  chain: Chain,
  currency: 'JU' | 'FMC',
  { owed, levels = 0 }: TreeOf,
): Promise<GrownTree> {
  const { addresses, publicClient, wallet } = chain;
  const token = currency === 'JU' ? NATIVE_TOKEN : addresses.fmc;
  const block = await publicClient.getBlockNumber();
  const vault = { address: addresses.vault, abi: vaultAbi } as const;
  const read = (functionName: 'accounted' | 'funded') =>
    publicClient.readContract({ ...vault, functionName, args: [token] });
  const [accounted, funded] = [await read('accounted'), await read('funded')];
  const counted = async (address: Address, amount: bigint) => {
    const [deposited, withdrawn] = await publicClient.readContract({
      ...vault,
      functionName: 'totalsOf',
      args: [address, token],
    });
    return { address, amount, deposited, withdrawn };
  };
  const users = await Promise.all(owed.map(([account, amount]) => counted(devAccount(account).address, amount)));
  const ofUsers = users.reduce((sum, { amount }) => sum + amount, 0n);
  const system = { address: NATIVE_TOKEN, amount: accounted - ofUsers, deposited: 0n, withdrawn: 0n };
  const tree = growTree(currency, { accounts: [...users, system], block, levels });
  const withdrawn = users.reduce((sum, user) => sum + user.withdrawn, 0n);
  const deposited = accounted + withdrawn - funded;
  const made = { token, root: hexOf(tree.root), total: tree.total, deposited, withdrawn, asOfBlock: block };
  const deployment = { chainId: TEST_CHAIN_ID, anchors: addresses.anchors };
  const signature = await wallet(DEV_ROLES.auditor).signTypedData(liabilitiesTypedData(deployment, made));
  const hash = await wallet(DEV_ROLES.scribe).writeContract({
    ...{ address: addresses.anchors, abi: anchorsAbi, functionName: 'anchorLiabilities', args: [made, signature] },
  });
  const { status } = await waitForReceipt(publicClient, hash);
  if (status !== 'success') throw new Error(`the root of ${currency} was not anchored`);
  return tree;
}

/** Returns the text of an account's exit statement, as the page makes it; without trees only with its exit key. */
export async function exitStatementOf(chain: Chain, account: number, trees: readonly GrownTree[]): Promise<string> {
  const { addresses, publicClient } = chain;
  const { vault, anchors, fmc } = addresses;
  const exit = await publicClient.readContract({ address: vault, abi: vaultAbi, functionName: 'EXIT' });
  const { address } = devAccount(account);
  return makeExitStatement({
    ...{
      how: ['A file of a test.'],
      account: address,
      key: toHex(keyOf(address)),
      contracts: { chainId: TEST_CHAIN_ID, vault, exit, anchors, fmc },
    },
    trees: trees.map(({ proofOf }) => proofOf(address)),
  });
}

function hexOf(text: string): Hex {
  if (!isHex(text)) throw new TypeError(`no hex: ${text}`);
  return text;
}
