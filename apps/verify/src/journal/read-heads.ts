import { parseJournalSubject } from '@city-mint/chain-contract/anchor-subject';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { askEach, type ChainNode, ContractUnread, httpNode, readCommonBlock } from '../ask-nodes.ts';
import { fieldOf } from '../fields.ts';
import { keccak, utf8 } from '../hashes.ts';
import type { AnchorsContract } from '../read-contract.ts';

/** Blocks per request for events; nodes accept this range. */
const RANGE = 2_000n;
/** Requests at a time. */
const CONCURRENT = 8;
const WORD = /^0x[0-9a-f]{64}$/;

/** The event by which the contract says that it has a root for a subject. */
const ROOT_ANCHORED = toHex(keccak(utf8('RootAnchored(bytes32,bytes32)')));

/** A hash (0x hex) of an entry in the contract, and the block in which it got there. */
export type AnchoredHead = { readonly hash: string; readonly block: bigint };

/** The heads that the contract has, by the number of their entry, up to a block that all nodes have. */
export type AnchoredHeads = { readonly heads: ReadonlyMap<bigint, AnchoredHead>; readonly block: bigint };

/**
 * Returns the entries of the journal that the contract Anchors has since a block, by its events: a server cannot leave
 * out one that it would rather not show. Throws a ContractUnread if a node does not answer or contradicts another one.
 */
export async function readAnchoredHeads(contract: AnchorsContract, since: bigint): Promise<AnchoredHeads> {
  const nodes = contract.nodes.map(httpNode);
  const block = await readCommonBlock(nodes);
  if (since > block) throw new ContractUnread(`the nodes have no block ${since} yet`);
  const starts: bigint[] = [];
  for (let start = since; start <= block; start += RANGE) starts.push(start);
  const heads = new Map<bigint, AnchoredHead>();
  for (let at = 0; at < starts.length; at += CONCURRENT) {
    const ranges = starts.slice(at, at + CONCURRENT).map((start) => {
      const end = start + RANGE - 1n;
      return readEvents(nodes, { address: contract.anchors, from: start, to: end < block ? end : block });
    });
    for (const { subject, root, block: anchoredIn } of (await Promise.all(ranges)).flat()) {
      const number = parseJournalSubject(subject);
      if (number !== undefined) heads.set(number, { hash: root, block: BigInt(anchoredIn) });
    }
  }
  return { heads, block };
}

type Events = { readonly address: string; readonly from: bigint; readonly to: bigint };
type Anchored = { readonly subject: `0x${string}`; readonly root: string; readonly block: `0x${string}` };

/** The smallest range that is asked for where a node accepts no larger one. */
const LEAST_RANGE = 125n;
const PAUSE_MS = 1_000;

/** Reads events; after a pause in halves where a node did not answer: it limits calls, or the range. */
async function readEvents(nodes: readonly ChainNode[], events: Events): Promise<readonly Anchored[]> {
  const { address, from, to } = events;
  const [fromBlock, toBlock] = [`0x${from.toString(16)}`, `0x${to.toString(16)}`];
  let answers: readonly unknown[];
  try {
    answers = await askEach(nodes, 'eth_getLogs', [{ address, topics: [ROOT_ANCHORED], fromBlock, toBlock }]);
  } catch (error) {
    if (to - from < LEAST_RANGE) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const middle = from + (to - from) / 2n;
    const first = await readEvents(nodes, { ...events, to: middle });
    return [...first, ...(await readEvents(nodes, { ...events, from: middle + 1n }))];
  }
  return inCommon(nodes, events, answers);
}

/** Returns the events in the answers of all nodes. Throws a ContractUnread if two contradict each other. */
function inCommon(nodes: readonly ChainNode[], { from, to }: Events, answers: readonly unknown[]): readonly Anchored[] {
  const lists = answers.map((answer, index) => anchoredIn(answer, nodes[index]?.name));
  const [first = []] = lists;
  const differing = lists.findIndex((list) => JSON.stringify(list) !== JSON.stringify(first));
  if (differing < 0) return first;
  const place = `blocks ${from} to ${to}`;
  throw new ContractUnread(`${place}: ${nodes[0]?.name} and ${nodes[differing]?.name} contradict each other`);
}

function anchoredIn(answer: unknown, name = ''): Anchored[] {
  if (!Array.isArray(answer)) throw new ContractUnread(`${name}: no list of events`);
  return answer.map((event: unknown) => {
    const topics = fieldOf(event, 'topics');
    const subject = Array.isArray(topics) ? String(topics[1]).toLowerCase() : '';
    const root = String(fieldOf(event, 'data')).toLowerCase();
    const block = String(fieldOf(event, 'blockNumber'));
    if (!isWord(subject) || !isWord(root) || !isNumber(block))
      throw new ContractUnread(`${name}: an event is no anchored root`);
    return { subject, root, block };
  });
}

function isNumber(text: string): text is `0x${string}` {
  return /^0x[0-9a-f]{1,16}$/i.test(text);
}

function isWord(text: string): text is `0x${string}` {
  return WORD.test(text);
}
