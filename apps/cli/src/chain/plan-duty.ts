import type { Address } from 'viem';
import { askEvery, type ChainNodes, findCommonBlock } from './chain-nodes.ts';
import type { Duty } from './duty.ts';
import type { PlannedDuty } from './format-duty.ts';
import { planStep } from './plan-step.ts';
import { readSubject } from './read-subject.ts';
import { readRoles, readVault } from './read-vault.ts';
import { simulateCall } from './simulate-call.ts';

type Planning = {
  readonly vault: Address;
  readonly from: Address | null;
  /** Throws for a chain that is not wanted. */
  readonly checkChain: (chainId: number) => void;
};

/**
 * Returns a duty with its next step by the state of the chain, which all nodes have in common at one block. Sends
 * nothing. Throws a CommandError that names a node without an answer, or nodes that contradict each other.
 */
export async function planDuty(
  all: ChainNodes,
  duty: Duty,
  { vault, from, checkChain }: Planning,
): Promise<PlannedDuty> {
  const { chainId, block } = await findCommonBlock(all);
  checkChain(chainId);
  const read = await askEvery(all, async (client) => {
    const state = await readVault(client, { vault, block });
    const place = { vault, block, anchors: state.anchors };
    const [subject, roles] = await Promise.all([
      readSubject({ client, place, state, from }, duty),
      from === null ? null : readRoles(client, place, from),
    ]);
    return { state, subject, roles };
  });
  const { state, subject, roles } = read;
  const step = planStep(subject);
  const failure =
    from === null || !('call' in step)
      ? null
      : await askEvery(all, (client) => simulateCall(client, { call: step.call, from, block }));
  const named = from === null || roles === null ? null : { account: from, roles };
  const ageMs = Date.now() - Number(state.time) * 1_000;
  return { duty, chainId, block, nodes: all.nodes.length, ageMs, state, subject, from: named, step, failure };
}
