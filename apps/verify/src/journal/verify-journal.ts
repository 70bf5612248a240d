import { hashJournalEntry, NO_ENTRY } from '@city-mint/domain/proof/journal-chain';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { ContractUnread } from '../ask-nodes.ts';
import { Disagreement } from '../disagreement.ts';
import { textOf } from '../fields.ts';
import { sha256 } from '../hashes.ts';
import { bytesOf } from '../hex.ts';
import type { AnchorsContract } from '../read-contract.ts';
import { readPages } from '../read-pages.ts';
import { type AnchoredHeads, readAnchoredHeads } from './read-heads.ts';

/** The public list of entries. */
const JOURNAL = '/api/app/proof/journal';

/** An entry as the server states it; hashes in 0x hex, lower case. */
type Entry = { readonly number: bigint; readonly content: string; readonly hash: string };

type Journal = {
  /** The origin of the server. */
  readonly from: string;
  readonly contract: AnchorsContract | undefined;
  /** Heads since this block are read, and the journal is verified from the first one on; 0: from its first entry on. */
  readonly since: bigint;
};

/**
 * Recomputes the chain of the journal's published entries, newest first, and compares it with each head that the
 * contract has. Returns lines that say which entries were verified. Throws a Disagreement that names the first entry
 * that is missing, out of order, not chained to the one before, or another than the contract's; a ContractUnread if the
 * contract has no head, and like `readPages`.
 */
export async function verifyJournal({ from, contract, since }: Journal): Promise<string[]> {
  const anchored = contract && (await readAnchoredHeads(contract, since));
  const heads: AnchoredHeads['heads'] = anchored?.heads ?? new Map();
  if (anchored !== undefined && heads.size === 0)
    throw new ContractUnread(`it has no head of the journal in the blocks ${since} to ${anchored.block}`);
  const numbers = [...heads.keys()].sort((one, other) => (one < other ? -1 : 1));
  const newestHead = numbers.at(-1) ?? 0n;
  const first = since === 0n ? 1n : (numbers[0] ?? 1n);
  const newest = await walk(readPages(from, JOURNAL), { heads, newestHead, first });
  const lines = [`agrees: the entries ${first} to ${newest} are one chain of hashes`];
  if (contract === undefined) return [...lines, 'the heads were not compared with the contract'];
  const last = `the newest of entry ${newestHead} in block ${heads.get(newestHead)?.block} of ${anchored?.block}`;
  return [
    ...lines,
    `agrees: the contract has ${heads.size} of its hashes, ${last}, as ${contract.nodes.length} nodes say`,
    ...(newest > newestHead ? [`the entries after ${newestHead} are not anchored yet`] : []),
  ];
}

type Wanted = {
  readonly heads: AnchoredHeads['heads'];
  readonly newestHead: bigint;
  /** The entry that is verified last. */
  readonly first: bigint;
};

/** Verifies entries, newest first, down to the wanted one; returns the number of the newest. */
async function walk(items: AsyncIterable<unknown>, { heads, newestHead, first }: Wanted): Promise<bigint> {
  let newest: bigint | undefined;
  let later: Entry | undefined;
  for await (const item of items) {
    const entry = readEntry(item);
    if (later === undefined) compareEnd(entry.number, newestHead);
    else compareChain(later, entry);
    newest ??= entry.number;
    const head = heads.get(entry.number)?.hash ?? entry.hash;
    if (head !== entry.hash)
      throw new Disagreement(`entry ${entry.number}: the contract has the hash ${head}, the server ${entry.hash}`);
    later = entry;
    if (entry.number <= first) break;
  }
  if (newest === undefined || later === undefined) throw new Disagreement('the server’s journal has no entry');
  if (later.number !== first) throw new Disagreement(`entry ${later.number - 1n} is missing`);
  if (first === 1n) compareHash(later, NO_ENTRY);
  return newest;
}

/** About twelve days of a busy system; a head is anchored each hour. */
const MOST_AFTER_HEAD = 1_000_000n;

function compareEnd(newest: bigint, newestHead: bigint): void {
  if (newestHead > 0n && newest > newestHead + MOST_AFTER_HEAD)
    throw new ContractUnread(`its newest head is of entry ${newestHead}, the server’s newest entry is ${newest}`);
  if (newest < newestHead)
    throw new Disagreement(`entry ${newestHead} is missing: the server’s newest is ${newest}, the contract has it`);
}

function compareChain(later: Entry, entry: Entry): void {
  if (entry.number >= later.number)
    throw new Disagreement(`entry ${entry.number} is out of order, after entry ${later.number}`);
  if (entry.number !== later.number - 1n) throw new Disagreement(`entry ${later.number - 1n} is missing`);
  compareHash(later, bytesOf(entry.hash));
}

function compareHash({ number, content, hash }: Entry, previous: Uint8Array): void {
  const computed = toHex(hashJournalEntry({ number, previous, content: bytesOf(content) }, sha256));
  if (computed !== hash)
    throw new Disagreement(`entry ${number}: its hash is ${hash}, recomputed from entry ${number - 1n} ${computed}`);
}

const HASH = /^0x[0-9a-f]{64}$/;

function readEntry(item: unknown): Entry {
  const number = textOf(item, 'number');
  if (!/^[1-9]\d{0,18}$/.test(number)) throw new TypeError(`no number of an entry: ${number}`);
  const [content, hash] = [textOf(item, 'content'), textOf(item, 'hash')];
  for (const text of [content, hash]) if (!HASH.test(text)) throw new TypeError(`entry ${number}: no hash: ${text}`);
  return { number: BigInt(number), content, hash };
}
