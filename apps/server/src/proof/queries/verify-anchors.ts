import { verifyJournal } from '#ledger/queries/verify-journal.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import type { StoredAnchor } from '../anchors/anchor-store.ts';
import { type AnchoredLiabilities, type AnchoredRoot, readAnchoredRoots } from '../anchors/read-anchored-roots.ts';
import type { AnchorPlace } from '../anchors/scribe-deps.ts';
import { computeSettlementTree } from '../tree/compute-settlement-tree.ts';

/**
 * The first thing that is not as it is anchored. root-differs: recomputed from the rows it is another root than the contract has;
 * unknown-root: the contract has one of which no row knows; not-on-chain: a row says that it stands there, and it does not.
 */
export type AnchorFault = {
  readonly kind: 'settlement' | 'liabilities' | 'journal' | 'other';
  /** The round; the epoch of a currency; the journal's entry; or the contract's id. */
  readonly subject: string;
  readonly what: string;
};

export type AnchorVerdict = {
  readonly settlements: number;
  readonly liabilities: number;
  readonly heads: number;
  /** Roots that do not stand in the contract yet. */
  readonly open: number;
  readonly fault: AnchorFault | null;
};

type Place = { readonly db: Database; readonly node: RpcNode; readonly place: AnchorPlace; readonly head: bigint };

/**
 * Compares all that the contract Anchors ever took up to the block `head` with what the rows come to: settlements recomputed order by order,
 * the journal recomputed transfer by transfer up to its anchored heads, liabilities by root, total and block. Stops at the first difference.
 */
export async function verifyAnchors({ db, node, place, head }: Place): Promise<AnchorVerdict> {
  const { roots, liabilities } = await readAnchoredRoots({ node, place, head });
  const rows = await db.selectFrom('anchor').selectAll().orderBy('subject').execute();
  const settled = new Map(
    roots.flatMap((found) => (found.subject?.kind === 'settlement' ? [[found.subject.number, found]] : [])),
  );
  const heads = roots.flatMap((found) =>
    found.subject?.kind === 'journal' ? [{ number: found.subject.number, found }] : [],
  );
  const fault =
    findStranger(roots) ??
    (await findChangedSettlement(db, settled)) ??
    findChangedLiabilities(liabilities, rows) ??
    (await findChangedJournal(db, heads)) ??
    findMissing(rows, { roots, liabilities, head }) ??
    null;
  const open = rows.filter(({ state }) => state === 'waiting' || state === 'sent').length;
  return { settlements: settled.size, liabilities: liabilities.length, heads: heads.length, open, fault };
}

function findStranger(roots: readonly AnchoredRoot[]): AnchorFault | undefined {
  const stranger = roots.find(({ subject }) => subject === undefined);
  return stranger && { kind: 'other', subject: stranger.id, what: 'unknown-root' };
}

async function findChangedSettlement(
  db: Database,
  settled: ReadonlyMap<bigint, AnchoredRoot>,
): Promise<AnchorFault | undefined> {
  const inOrder = [...settled].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [roundId, { root }] of inOrder) {
    const found = await computeSettlementTree(db, roundId);
    const what = found.orders === 0 ? 'unknown-root' : found.root.equals(root) ? undefined : 'root-differs';
    if (what !== undefined) return { kind: 'settlement', subject: `${roundId}`, what };
  }
  return undefined;
}

function findChangedLiabilities(
  liabilities: readonly AnchoredLiabilities[],
  rows: readonly StoredAnchor[],
): AnchorFault | undefined {
  for (const { currency, epoch, root, total, asOfBlock } of liabilities) {
    const row = rows.find((candidate) => candidate.kind === 'liabilities' && candidate.root.equals(root));
    const isSame = row?.currency === currency && row?.total === total && row?.as_of_block === asOfBlock;
    if (isSame) continue;
    const name = currency === undefined ? 'an unknown token' : currency === 0 ? 'JU' : 'FMC';
    const what = row === undefined ? 'unknown-root' : 'root-differs';
    return { kind: 'liabilities', subject: `${name} ${epoch}`, what };
  }
  return undefined;
}

async function findChangedJournal(
  db: Database,
  heads: readonly { number: bigint; found: AnchoredRoot }[],
): Promise<AnchorFault | undefined> {
  const anchors = heads.map(({ number, found }) => ({ number, hash: found.root.toString('hex') }));
  const { fault } = await verifyJournal(db, { anchors });
  if (fault === null) return undefined;
  const transfer = fault.transfer === null ? '' : `, transfer ${fault.transfer}`;
  return { kind: 'journal', subject: `entry ${fault.entry}${transfer}`, what: fault.what };
}

type Found = { roots: readonly AnchoredRoot[]; liabilities: readonly AnchoredLiabilities[]; head: bigint };

function findMissing(rows: readonly StoredAnchor[], { roots, liabilities, head }: Found): AnchorFault | undefined {
  const found = new Set([...roots, ...liabilities].map(({ root }) => root.toString('hex')));
  const isDue = ({ state, block_number }: StoredAnchor) =>
    state === 'final' && block_number !== null && block_number <= head;
  const missing = rows.find((row) => isDue(row) && !found.has(row.root.toString('hex')));
  if (missing === undefined) return undefined;
  return { kind: kindOf(missing), subject: `${missing.subject}`, what: 'not-on-chain' };
}

function kindOf({ kind }: StoredAnchor): AnchorFault['kind'] {
  return kind === 'settlement' || kind === 'liabilities' || kind === 'journal' ? kind : 'other';
}
