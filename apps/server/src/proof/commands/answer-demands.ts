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
  readonly db: Database;
  readonly node: RpcNode;
  readonly deployment: Pick<AnchorsDeployment, 'anchors' | 'tokens'> & { readonly vault: Address };
};

/** An answer that the indexer has not seen after this time is sent again. */
const RESEND_MS = 60_000;

/**
 * Returns a job that answers the demands which are higher than what their account has: its leaves in an anchored root
 * of the demand's block or a later one lower them (`IExit.answer`). A demand without such a root waits for it. The job
 * returns how many answers it sent.
 */
export function createDemandAnswers(
  deps: AnswerDeps,
): (send: SendCall, demands: readonly OpenDemand[]) => Promise<number> {
  const sentAt = new Map<string, number>();
  return async (send, demands) => {
    const isDue = ({ account, currency }: OpenDemand) =>
      performance.now() - (sentAt.get(account + currency) ?? Number.NEGATIVE_INFINITY) > RESEND_MS;
    const tooHigh = demands.filter((demand) => demand.due > payablePartOf(demand) && isDue(demand));
    if (tooHigh.length === 0) return 0;
    const roots = await readProvableRoots(deps.db);
    const answerable = tooHigh.flatMap((demand) => {
      const tree = roots.find(({ currency }) => currency === CURRENCIES[demand.currency]);
      return tree === undefined || tree.block_number < demand.blockNumber ? [] : [{ demand, tree }];
    });
    // Most wait for a root for hours: until then nothing else is read.
    if (answerable.length === 0) return 0;
    const [master, exit] = [await readExitMaster(deps.db), await readExitAddress(deps)];
    let sent = 0;
    for (const { demand, tree } of answerable) {
      const leaves = await readLeaves(deps, { demand, tree, master });
      const epoch = await findEpoch(deps, { demand, tree });
      if (epoch === undefined || leaves === undefined) continue;
      const token = deps.deployment.tokens[demand.currency];
      const contract = { address: exit, abi: exitAbi } as const;
      const [, , until] = await deps.node.readContract({
        ...{ ...contract, functionName: 'demandOf' },
        args: [demand.account, token],
      });
      if (leaves.until >= until) continue;
      sentAt.set(demand.account + demand.currency, performance.now());
      const args = [demand.account, token, epoch, leaves.args] as const;
      const data = encodeFunctionData({ abi: exitAbi, functionName: 'answer', args });
      const details = { account: demand.account, currency: demand.currency, due: `${demand.due}` };
      if (await send({ to: exit, data, details })) sent += 1;
    }
    return sent;
  };
}

/** The part of a demand that its account has, in whatever state: it is paid and not answered. */
function payablePartOf({ available, frozen, returnable }: OpenDemand): bigint {
  return available + frozen + returnable;
}

async function readLeaves(
  { db }: AnswerDeps,
  wanted: { readonly demand: OpenDemand; readonly tree: LiabilitiesRoot; readonly master: Uint8Array },
) {
  const { account } = wanted.demand;
  const key = deriveExitKey(wanted.master, hexToBytes(account), sha256);
  return leavesOf(await readAccountLeaves(db, { tree: wanted.tree, address: account, key }));
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
