import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import type { SettlementLeaf } from '@city-mint/domain/proof/settlement-tree';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { RootToSign } from '#proof/commands/cosign-anchors.ts';
import { computeSettlementTree, type ReadResults, readStoredResults } from '#proof/queries/settlement-tree.ts';
import { accountOf, type Finding } from '../checks/kind-check.ts';
import { readOwnResults } from '../checks/own-results.ts';
import { recordFindings } from './findings.ts';
import { planForRange } from './follow-journal.ts';
import { type AuditedTree, supportsLiabilities } from './supports-liabilities.ts';

export type ExamineDeps = {
  /** Stores the published file of a tree where the server cannot delete it; returns why it cannot. */
  readonly storeTree: (tree: AuditedTree) => Promise<string | undefined>;
};

/**
 * Returns why the auditor's books do not support a root, undefined when they do. A head of the journal has the hash
 * that the auditor followed. The root of a settlement is that of the results which it computes itself, once every
 * payment out of the round's accounts is followed; stored results that differ are a finding, which names the first. The
 * tree of a root of liabilities is stored before: who hides a tree takes the exit from all accounts in it.
 */
export async function examineRoot(
  db: Database,
  root: RootToSign,
  { storeTree }: ExamineDeps,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select id from audit.finding where reviewed_at is null order by id limit 1`.execute(db);
  if (rows[0] !== undefined) return `finding ${rows[0].id} is open`;
  if (root.kind === 'journal') return doubtHead(db, root);
  if (root.kind === 'liabilities') return doubtLiabilities(db, root, { storeTree });
  if (root.kind !== 'settlement') return `the books support no root of ${root.kind}`;
  const { doubt, findings } = await examineSettlement(db, root);
  await recordFindings(db, findings);
  return doubt;
}

async function doubtHead(db: Database, { subject: entry, root }: RootToSign): Promise<string | undefined> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from audit.entry where number = ${entry}`.execute(db);
  if (rows[0] === undefined) return 'the entry is not followed yet';
  return rows[0].hash.equals(root) ? undefined : 'the entry had another hash when it was followed';
}

/** The stored tree is the one that the auditor makes from its books, and the root is its root. */
async function doubtLiabilities(
  db: Database,
  { subject, root, liabilities }: RootToSign,
  { storeTree }: ExamineDeps,
): Promise<string | undefined> {
  const verdict = await supportsLiabilities(db, subject);
  if (verdict.result === 'not-followed') return 'the entry of the tree is not followed yet';
  if (verdict.result === 'refused') return verdict.problem;
  const { tree } = verdict;
  const isOfTree =
    tree.root.equals(root) &&
    CURRENCIES[tree.currency] === liabilities?.currency &&
    tree.total === liabilities.total &&
    tree.deposited === liabilities.deposited &&
    tree.withdrawn === liabilities.withdrawn &&
    tree.blockNumber === liabilities.asOfBlock;
  return isOfTree ? storeTree(tree) : 'the root is not that of the tree';
}

type Examined = { readonly doubt: string | undefined; readonly findings: readonly Finding[] };

/** All in one snapshot, in which rows cannot change between their comparison and their hash. */
function examineSettlement(db: Database, { subject: roundId, root, termsHash }: RootToSign): Promise<Examined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await planForRange(tx);
      const doubt = await doubtRound(tx, { roundId, termsHash });
      if (doubt !== undefined) return { doubt, findings: [] };
      const readOwn: ReadResults = (ranks) => readOwnResults(tx, ranks);
      const own = await computeSettlementTree(roundId, readOwn);
      if (own.root.equals(root)) return { doubt, findings: [] };
      const finding = await findChangedResult(roundId, { readOwn, readStored: readStoredResults(tx) });
      if (finding === undefined) return { doubt: 'the root is not that of the results', findings: [] };
      return { doubt: `${finding.subject} has another result`, findings: [finding] };
    });
}

/**
 * The round may be known before its first join is followed, with no balance yet: each join has to be followed, then
 * balances of 0 say that the payments are.
 */
async function doubtRound(
  tx: Database,
  { roundId, termsHash }: { readonly roundId: bigint; readonly termsHash: string | null },
): Promise<string | undefined> {
  const [escrow, fees] = (['escrow', 'fees'] as const).map((kind) =>
    accountOf(kind, { owner: 'r.round_id', currency: 'JU' }),
  );
  const { rows } = await sql<{ terms: string; isPaid: boolean }>`
    select r.terms_hash as terms, not exists (
        select from audit.balance b where b.account in (${escrow}, ${fees}) and b.balance <> 0
      ) and not exists (
        select from ledger_transfer t join mint_order o on o.id = t.source_id
        where t.id > (select last_id from audit.position) and t.kind = ${sql.lit(TRANSFER_KINDS.join.code)}
          and o.round_id = r.round_id
      ) as "isPaid"
    from audit.round r where r.round_id = ${roundId}`.execute(tx);
  const [round] = rows;
  if (round === undefined || !round.isPaid) return 'the settlement is not followed yet';
  return round.terms === termsHash ? undefined : 'the round was settled by other terms';
}

type Readers = { readonly readOwn: ReadResults; readonly readStored: ReadResults };

/** Ranks compared in one step. */
const COMPARED_RANKS = 1_000;

/** Returns the first stored result that is not the auditor's own. */
async function findChangedResult(roundId: bigint, { readOwn, readStored }: Readers): Promise<Finding | undefined> {
  for (let from = 1; ; from += COMPARED_RANKS) {
    const ranks = { roundId, from, to: from + COMPARED_RANKS - 1 };
    const [own, stored] = [byRank(await readOwn(ranks)), byRank(await readStored(ranks))];
    if (own.size + stored.size === 0) return undefined;
    for (let rank = from; rank <= ranks.to; rank += 1) {
      const [expected = 'no result', found = 'no result'] = [own.get(rank), stored.get(rank)];
      if (expected !== found) return { subject: `round ${roundId} rank ${rank}`, kind: null, expected, found };
    }
  }
}

function byRank(results: readonly SettlementLeaf[]): ReadonlyMap<number, string> {
  return new Map(results.map((result) => [result.rank, JSON.stringify(result)]));
}
