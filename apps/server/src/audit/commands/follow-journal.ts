import { TRANSFER_KINDS, type TransferKind } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { retryTransaction } from '#platform/database/transaction.ts';
import { findRepeated, findWrongTransfers, type ListedKinds, listKinds } from '../checks/find-wrong-transfers.ts';
import { checkEntries, type Position } from '../checks/journal-entries.ts';
import type { Finding, KindCheck, KnownOperators, TransferRange } from '../checks/kind-check.ts';
import { KIND_CHECKS } from '../checks/kind-checks.ts';
import { followBalances } from '../checks/own-balances.ts';
import { followJoins } from '../checks/own-joins.ts';
import { followVaultTotals } from '../checks/own-vault-totals.ts';
import { listReviewed, recordFindings } from './findings.ts';

type KindChecks = Readonly<Record<TransferKind, KindCheck>>;
type FollowSettings = {
  readonly operators: KnownOperators;
  readonly entries?: number;
  readonly checks?: KindChecks;
};

/** Entries followed in one transaction: at most 50,000 transfers. */
const BATCH_ENTRIES = 10;

export type Followed =
  /** These entries are followed; there may be more. */
  | { readonly result: 'followed'; readonly transfers: bigint }
  /** Every sealed transfer is followed, or another auditor is following. */
  | { readonly result: 'complete' }
  /** The auditor's nodes have to reach the block up to which the ledger has applied events. */
  | { readonly result: 'behind-chain' }
  /** It stops here until people have reviewed what it does not believe. */
  | { readonly result: 'stopped'; readonly findings: readonly Finding[] };

/**
 * Follows the next entries of the sealed journal: verifies that they seal the transfers as they are, recomputes each
 * transfer from its source, and adds them to the auditor's balances, all in one snapshot, or records what it does not
 * believe and changes nothing else. Returns which of both it did. docs/money-rules.md#9-ledger
 */
export async function followJournal(
  db: Database,
  { operators, entries = BATCH_ENTRIES, checks = KIND_CHECKS }: FollowSettings,
): Promise<Followed> {
  const reviewed = await listReviewed(db);
  // Retried when another auditor has moved the position since the snapshot.
  const followed = await retryTransaction(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => followNext(tx, { operators, entries, checks, reviewed })),
  ).catch((error: unknown) => {
    if (error instanceof Stop) return error.followed;
    throw error;
  });
  if (followed.result === 'stopped') await recordFindings(db, followed.findings);
  return followed;
}

/** Rolls the transaction back. */
class Stop extends Error {
  readonly followed: Followed;
  constructor(followed: Followed) {
    super(followed.result);
    this.followed = followed;
  }
}

type Batch = Required<FollowSettings> & { readonly reviewed: ReadonlySet<string> };

async function followNext(tx: Database, { operators, entries, checks, reviewed }: Batch): Promise<Followed> {
  await planForRange(tx);
  const { rows: positions } = await sql<Position & { isBehind: boolean }>`
    select entry, hash, last_id as "lastId",
      coalesce(block_number, -1) < coalesce((select max(block_number) from chain_cursor where source = 'vault'), -1)
        as "isBehind"
    from audit.position for update skip locked`.execute(tx);
  const [position] = positions;
  if (position === undefined) return { result: 'complete' };
  const { reached, entries: checked, finding } = await checkEntries(tx, position, { limit: entries, reviewed });
  if (finding !== null && reached.entry === position.entry) throw new Stop({ result: 'stopped', findings: [finding] });
  if (reached.entry === position.entry) return { result: 'complete' };
  const range = { after: position.lastId, upTo: reached.lastId };
  const listed = await listKinds(tx, range);
  const needsChain = listed.kinds.some((kind) => checks[kind].isOfChain);
  if (position.isBehind && needsChain) throw new Stop({ result: 'behind-chain' });
  const findings = await checkRange(tx, range, { ...listed, checks, operators });
  const open = findings.filter(({ subject }) => !reviewed.has(subject));
  if (open.length > 0) throw new Stop({ result: 'stopped', findings: open });
  await followVaultTotals(tx, range);
  const { rows } = await sql<{ transfers: bigint }>`
    select count(*) as transfers from ledger_transfer where id > ${range.after} and id <= ${range.upTo}`.execute(tx);
  await sql`insert into audit.entry (number, hash) select * from unnest(
    ${checked.map(({ entry }) => entry)}::bigint[], ${checked.map(({ hash }) => hash)}::bytea[])`.execute(tx);
  await sql`update audit.position set entry = ${reached.entry}, hash = ${reached.hash}, last_id = ${reached.lastId},
    followed_at = clock_timestamp()`.execute(tx);
  return { result: 'followed', transfers: rows[0]?.transfers ?? 0n };
}

/**
 * Reads the rows of a range by their keys, however many others there are: statistics of a table that a settlement has
 * just filled would lead to a scan of it for each transfer.
 */
export async function planForRange(tx: Database): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true), set_config('enable_seqscan', 'off', true)`.execute(tx);
}

async function checkRange(
  tx: Database,
  range: TransferRange,
  { kinds, unknown, checks, operators }: ListedKinds & Pick<Batch, 'checks' | 'operators'>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  await followJoins(tx, range);
  for (const kind of kinds) {
    findings.push(...(await findWrongTransfers(tx, range, { kind, check: checks[kind], operators })));
  }
  findings.push(...(await findRepeated(tx, range)), ...(await findOfUnknownKinds(tx, range, unknown)));
  findings.push(...(await followBalances(tx, range)));
  // One finding for each subject: the first says most.
  return [...new Map(findings.toReversed().map((finding) => [finding.subject, finding])).values()].reverse();
}

async function findOfUnknownKinds(tx: Database, range: TransferRange, codes: readonly number[]): Promise<Finding[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ id: bigint; kind: number }>`
    select id, kind from ledger_transfer
    where id > ${range.after} and id <= ${range.upTo} and kind = any (${codes}::int[]) order by id limit 20`.execute(
    tx,
  );
  const known = Object.keys(TRANSFER_KINDS).length;
  return rows.map(({ id, kind }) => ({
    subject: `transfer ${id}`,
    kind: null,
    expected: `one of ${known} kinds`,
    found: `kind ${kind}`,
  }));
}
