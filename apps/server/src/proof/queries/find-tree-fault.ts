import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import type { SumNode } from '@city-mint/domain/proof/sum-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type Blinding, leafNames } from '../tree/blind-leaves.ts';
import { LEAF_BYTES } from '../tree/leaf-chunk.ts';
import { prepareSorting } from '../tree/leaf-sorter.ts';
import { createLiabilitiesTree, type LiabilitiesTree, rootOf } from '../tree/liabilities-tree.ts';
import { readExitMaster } from './read-exit-master.ts';
import { type Books, isCounted, readCustody, readVaultSums, streamOwed, type VaultSums } from './stream-owed.ts';

/** A tree as it was published; `root`, `total`, `leaves` and the sums of the counters are its claims. */
export type ClaimedTree = VaultSums & {
  readonly id: bigint;
  readonly currency: Currency;
  readonly root: Buffer;
  readonly total: bigint;
  readonly leaves: number;
  readonly blockNumber: bigint;
  readonly secret: Buffer;
};

/**
 * Makes a tree of liabilities again from books, in a transaction that may create temporary tables. Returns why its
 * root, total or sums differ from theirs, with an account that differs where the leaves are stored; undefined when all
 * are right.
 */
export async function findTreeFault(tx: Database, books: Books, claimed: ClaimedTree): Promise<string | undefined> {
  const { currency, secret, blockNumber } = claimed;
  await prepareSorting(tx);
  const blinding = { currency, block: blockNumber, master: await readExitMaster(tx), secret };
  const own = createLiabilitiesTree(tx, { sorter: CURRENCIES[currency], blinding });
  await streamOwed(tx, books, ({ [currency]: owed }) => (isCounted(owed) ? own.add(owed) : undefined));
  const systemAmount = (await readCustody(tx, books))[currency] - own.total();
  if (systemAmount < 0n) return `users are owed ${-systemAmount} base units more than the vault has to hold`;
  const nodes: SumNode[] = [];
  for await (const { node } of own.chunks(systemAmount)) nodes.push(node);
  const root = rootOf(own, nodes);
  if (root.sum === claimed.total && Buffer.compare(root.hash, claimed.root) === 0) {
    if (own.leafCount() !== claimed.leaves) return `${claimed.leaves} leaves instead of ${own.leafCount()}`;
    return findSumsFault(claimed, (await readVaultSums(tx, books))[currency]);
  }
  const what = root.sum === claimed.total ? 'another root' : `a total of ${claimed.total} instead of ${root.sum}`;
  return `${what}, ${await describeOne(tx, { books, claimed, own, systemAmount, blinding })}`;
}

function findSumsFault(claimed: VaultSums, own: VaultSums): string | undefined {
  const [claims, sums] = [claimed, own].map((of) => `deposits of ${of.deposited} and withdrawals of ${of.withdrawn}`);
  return claims === sums ? undefined : `${claims} instead of ${sums}`;
}

type Compared = {
  readonly books: Books;
  readonly claimed: ClaimedTree;
  readonly own: LiabilitiesTree;
  readonly systemAmount: bigint;
  readonly blinding: Blinding;
};

/** Describes an account with a leaf that the stored tree lacks or has with another amount, a user if there is one. */
async function describeOne(tx: Database, { books, claimed, own, systemAmount, blinding }: Compared): Promise<string> {
  const chunks = own.chunks(systemAmount);
  const names = await findMissing(leavesOf(chunks), leavesOf(storedChunks(tx, claimed.id)));
  if (names.size === 0) return 'and no account lacks a leaf';
  let found: string | undefined;
  await streamOwed(tx, books, ({ [claimed.currency]: owed }) => {
    if (found === undefined && leafNames(owed, { blinding }).some((name) => names.has(toHex(name)))) {
      const { account, amount, locked, deposited, withdrawn } = owed;
      const counted = `after deposits of ${deposited} and withdrawals of ${withdrawn}, ${locked} of it in rounds`;
      found = `for example 0x${toHex(account)}, which is owed ${amount} ${counted}`;
    }
    return undefined;
  });
  return found ?? `for example the system’s ${systemAmount}`;
}

async function* storedChunks(tx: Database, treeId: bigint): AsyncGenerator<{ readonly leaves: Buffer }> {
  for (let chunk = 0; ; chunk += 1) {
    const { rows } = await sql<{ leaves: Buffer }>`
      select leaves from liabilities_chunk where tree_id = ${treeId} and chunk = ${chunk}`.execute(tx);
    const [row] = rows;
    if (row === undefined) return;
    yield row;
  }
}

async function* leavesOf(chunks: AsyncIterable<{ readonly leaves: Buffer }>): AsyncGenerator<Buffer> {
  for await (const { leaves } of chunks)
    for (let at = 0; at < leaves.length; at += LEAF_BYTES) yield leaves.subarray(at, at + LEAF_BYTES);
}

/** More than the leaves of the system, so that a user is among them. */
const MOST_NAMES = 1_000;

/** Returns the names of the first leaves that are not among the stored ones; both are in the order of their names. */
async function findMissing(own: AsyncGenerator<Buffer>, stored: AsyncGenerator<Buffer>): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let other = await stored.next();
  for await (const leaf of own) {
    while (other.done !== true && Buffer.compare(other.value, leaf) < 0) other = await stored.next();
    if (other.done === true || Buffer.compare(other.value, leaf) !== 0) names.add(toHex(leaf.subarray(0, 32)));
    if (names.size === MOST_NAMES) break;
  }
  return names;
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
