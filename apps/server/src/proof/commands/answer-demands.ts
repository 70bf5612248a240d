import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { deriveExitKey } from '@city-mint/domain/proof/exit-key';
import type { SumProof } from '@city-mint/domain/proof/sum-tree';
import { type Address, bytesToHex, encodeFunctionData, hexToBytes } from 'viem';
import type { OpenDemand } from '#assets/queries/open-demands.ts';
import { readExitAddress } from '#assets/withdrawals/queries/exit-contract.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { SendCall } from '#platform/chain/send-calls.ts';
import type { Database } from '#platform/database/database.ts';
import type { AnchorsDeployment } from '../anchors/anchors-contract.ts';
import { readExitMaster } from '../queries/read-exit-master.ts';
import { type LiabilitiesRoot, readAccountLeaves, readProvableRoots } from '../queries/read-liabilities.ts';
import { sha256 } from '../tree/tree-hashes.ts';

type AnswerDeps = {
  readonly node: RpcNode;
  readonly send: SendCall;
  readonly db: Database;
  readonly deployment: Pick<AnchorsDeployment, 'anchors' | 'tokens'> & { readonly vault: Address };
};

/**
 * Answers the demands that are higher than what their account has by its leaves in an anchored root of the demand's
 * block or a later one, which lower them (`IExit.answer`). A demand without such a root waits for it. Returns how many
 * answers it sent.
 */
export async function answerDemands(deps: AnswerDeps, demands: readonly OpenDemand[]): Promise<number> {
  const tooHigh = demands.filter(({ due, covered }) => due > covered);
  if (tooHigh.length === 0) return 0;
  const roots = await readProvableRoots(deps.db);
  const master = await readExitMaster(deps.db);
  const exit = await readExitAddress(deps);
  let sent = 0;
  for (const demand of tooHigh) {
    const tree = roots.find(({ currency }) => currency === CURRENCIES[demand.currency]);
    if (tree === undefined || tree.block_number < demand.blockNumber) continue;
    const epoch = await findEpoch(deps, { demand, tree });
    const key = deriveExitKey(master, hexToBytes(demand.account), sha256);
    const proofs = await readAccountLeaves(deps.db, { tree, address: demand.account, key });
    const leaves = leavesOf(proofs);
    if (epoch === undefined || leaves === undefined || leaves.until >= demand.until) continue;
    const token = deps.deployment.tokens[demand.currency];
    const args = [demand.account, token, epoch, leaves.args] as const;
    const data = encodeFunctionData({ abi: exitAbi, functionName: 'answer', args });
    const details = { account: demand.account, currency: demand.currency, due: `${demand.due}` };
    if (await deps.send({ to: exit, data, details })) sent += 1;
  }
  return sent;
}

/** Returns the number of a tree's root in the contract, undefined if it is not anchored or of an earlier block. */
async function findEpoch(
  { node, deployment }: AnswerDeps,
  { demand, tree }: { readonly demand: OpenDemand; readonly tree: LiabilitiesRoot },
): Promise<bigint | undefined> {
  const contract = { address: deployment.anchors, abi: anchorsAbi } as const;
  const token = deployment.tokens[demand.currency];
  const newest = await node.readContract({ ...contract, functionName: 'epochOf', args: [token] });
  for (let epoch = newest; epoch > 0n; epoch -= 1n) {
    const stated = await node.readContract({ ...contract, functionName: 'liabilitiesAt', args: [token, epoch] });
    if (stated.root === bytesToHex(tree.root)) return epoch;
    if (stated.asOfBlock < demand.blockNumber) return undefined;
  }
  return undefined;
}

/** Returns an account's leaves as the contract takes them, and the withdrawals with which it would have all. */
function leavesOf(proofs: readonly SumProof[]) {
  const [first] = proofs;
  if (first === undefined) return undefined;
  const { salt, deposited, withdrawn, locked } = first.leaf;
  const inOrder = proofs.toSorted((one, other) => one.leaf.index - other.leaf.index);
  const parts = inOrder.map(({ leaf, path }) => ({
    amount: leaf.amount,
    path: path.map((step) => ({ isLeft: step.side === 'left', hash: bytesToHex(step.node.hash), sum: step.node.sum })),
  }));
  const sum = proofs.reduce((total, { leaf }) => total + leaf.amount, 0n);
  const until = withdrawn + (sum < locked ? 0n : sum - locked);
  return { args: { salt: bytesToHex(salt), deposited, withdrawn, locked, parts }, until };
}
