import { parseJournalSubject, settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import type { Selectable } from 'kysely';
import { verifyJournal } from '#ledger/journal/queries.ts';
import type { NodeWatch } from '#platform/chain/node-watch.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { surveyChain } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import type { Anchor } from '#platform/database/generated/db.ts';
import { termsHashes } from '#rounds/terms/queries/terms-hashes.ts';
import type { AnchorsDeployment } from '../anchors/anchors-contract.ts';
import { type AnchoredLiabilities, type AnchoredRoot, readAnchoredRoots } from '../anchors/read-anchored-roots.ts';
import { computeSettlementTree, readStoredResults } from './settlement-tree.ts';

/**
 * The first difference between rows and contract. `what` is root-differs when the rows recompute to another root,
 * unknown-root when no row knows the contract's root, not-on-chain when a row is final and the contract lacks its root,
 * or the fault of the journal.
 */
export type AnchorFault = {
  readonly kind: 'settlement' | 'liabilities' | 'journal' | 'other';
  /** The round; currency and epoch; the journal's entry; or the contract's subject. */
  readonly subject: string;
  readonly what: string;
};

/** The number of anchored roots of each kind, and the first fault. */
export type AnchorVerdict = {
  readonly settlements: number;
  readonly liabilities: number;
  readonly heads: number;
  /** Roots that are not anchored yet. */
  readonly open: number;
  readonly fault: AnchorFault | null;
};

type VerifiedNodes = Pick<VerifiedChain, 'db' | 'deployment'> & {
  readonly nodes: readonly RpcNode[];
  /** The number of blocks on top of a final one, for nodes that do not report finality themselves. */
  readonly confirmations: number;
  readonly watch?: NodeWatch | undefined;
};

/**
 * Does the same up to the last final block, with the answers of more than half of the nodes: a node that lies about a
 * root is outvoted and reported. Returns the verdict and that block. Throws without a majority, or when too few
 * respond.
 */
export async function verifyAnchorsByMajority(
  settings: VerifiedNodes,
): Promise<AnchorVerdict & { readonly head: bigint }> {
  const { db, deployment, nodes, confirmations, watch } = settings;
  const { node, finalized } = await surveyChain({ nodes, chainId: deployment.chainId, confirmations, watch });
  return { ...(await verifyAnchors({ db, node, deployment, head: finalized.number })), head: finalized.number };
}

type VerifiedChain = {
  readonly db: Database;
  readonly node: RpcNode;
  readonly deployment: AnchorsDeployment;
  readonly head: bigint;
};

/**
 * Compares everything anchored up to the block `head` with the rows: settlements recomputed order by order, the journal
 * recomputed transfer by transfer up to its anchored heads, liabilities by root, total and block. Returns the first
 * difference. Throws when the node does not respond.
 */
export async function verifyAnchors({ db, node, deployment, head }: VerifiedChain): Promise<AnchorVerdict> {
  const { roots, liabilities } = await readAnchoredRoots({ node, deployment, head });
  const rows = await db.selectFrom('anchor').selectAll().orderBy('subject').execute();
  const { settlementRoots, journalHeads, unknown } = sortBySubject(roots, await readRoundsBySubject(db));
  const fault =
    unknown ??
    (await findChangedSettlement(db, settlementRoots)) ??
    findChangedLiabilities(liabilities, rows) ??
    (await findChangedJournal(db, journalHeads)) ??
    findMissingRoot(rows, { roots, liabilities, head }) ??
    null;
  return {
    settlements: settlementRoots.size,
    liabilities: liabilities.length,
    heads: journalHeads.size,
    open: rows.filter(({ state }) => state === 'waiting' || state === 'sent').length,
    fault,
  };
}

/** Returns the published rounds by the contract's subjects of their settlements. */
async function readRoundsBySubject(db: Database): Promise<ReadonlyMap<string, bigint>> {
  const rounds = await db.selectFrom(termsHashes.as('terms')).selectAll().execute();
  return new Map(
    rounds.map(({ round_id: roundId, terms_hash: termsHash }) => [settlementSubject({ roundId, termsHash }), roundId]),
  );
}

type SortedRoots = {
  /** By round, and by entry. */
  readonly settlementRoots: ReadonlyMap<bigint, Buffer>;
  readonly journalHeads: ReadonlyMap<bigint, Buffer>;
  /** The first root of a subject that is neither. */
  readonly unknown: AnchorFault | undefined;
};

function sortBySubject(roots: readonly AnchoredRoot[], rounds: ReadonlyMap<string, bigint>): SortedRoots {
  const settlementRoots = new Map<bigint, Buffer>();
  const journalHeads = new Map<bigint, Buffer>();
  let unknown: AnchorFault | undefined;
  for (const { subject, root } of roots) {
    const [roundId, entry] = [rounds.get(subject), parseJournalSubject(subject)];
    if (roundId !== undefined) settlementRoots.set(roundId, root);
    else if (entry !== undefined) journalHeads.set(entry, root);
    else unknown ??= { kind: 'other', subject, what: 'unknown-root' };
  }
  return { settlementRoots, journalHeads, unknown };
}

async function findChangedSettlement(
  db: Database,
  settlementRoots: ReadonlyMap<bigint, Buffer>,
): Promise<AnchorFault | undefined> {
  const byRound = [...settlementRoots].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [roundId, anchoredRoot] of byRound) {
    const { root, orders } = await computeSettlementTree(roundId, readStoredResults(db));
    const what = orders === 0 ? 'unknown-root' : root.equals(anchoredRoot) ? undefined : 'root-differs';
    if (what !== undefined) return { kind: 'settlement', subject: `${roundId}`, what };
  }
  return undefined;
}

function findChangedLiabilities(
  liabilities: readonly AnchoredLiabilities[],
  rows: readonly Selectable<Anchor>[],
): AnchorFault | undefined {
  for (const { currency, epoch, root, asOfBlock, ...sums } of liabilities) {
    const row = rows.find((candidate) => candidate.kind === 'liabilities' && candidate.root.equals(root));
    const isOfSums = (['total', 'deposited', 'withdrawn'] as const).every((name) => row?.[name] === sums[name]);
    if (isOfSums && row?.currency === currency && row?.as_of_block === asOfBlock) continue;
    const currencyName = currency === undefined ? 'an unknown token' : currency === 0 ? 'JU' : 'FMC';
    const what = row === undefined ? 'unknown-root' : 'root-differs';
    return { kind: 'liabilities', subject: `${currencyName} ${epoch}`, what };
  }
  return undefined;
}

async function findChangedJournal(
  db: Database,
  journalHeads: ReadonlyMap<bigint, Buffer>,
): Promise<AnchorFault | undefined> {
  const anchors = [...journalHeads].map(([number, root]) => ({ number, hash: root.toString('hex') }));
  const { fault } = await verifyJournal(db, { anchors });
  if (fault === null) return undefined;
  const transfer = fault.transfer === null ? '' : `, transfer ${fault.transfer}`;
  return { kind: 'journal', subject: `entry ${fault.entry}${transfer}`, what: fault.what };
}

type OnChain = { roots: readonly AnchoredRoot[]; liabilities: readonly AnchoredLiabilities[]; head: bigint };

function findMissingRoot(
  rows: readonly Selectable<Anchor>[],
  { roots, liabilities, head }: OnChain,
): AnchorFault | undefined {
  const anchoredRoots = new Set([...roots, ...liabilities].map(({ root }) => root.toString('hex')));
  const isExpected = ({ state, block_number }: Selectable<Anchor>) =>
    state === 'final' && block_number !== null && block_number <= head;
  const missing = rows.find((row) => isExpected(row) && !anchoredRoots.has(row.root.toString('hex')));
  if (missing === undefined) return undefined;
  return { kind: kindOf(missing), subject: `${missing.subject}`, what: 'not-on-chain' };
}

function kindOf({ kind }: Selectable<Anchor>): AnchorFault['kind'] {
  return kind === 'settlement' || kind === 'liabilities' || kind === 'journal' ? kind : 'other';
}
