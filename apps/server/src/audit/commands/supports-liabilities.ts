import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { type ClaimedTree, findTreeFault } from '#proof/queries/find-tree-fault.ts';
import type { Books } from '#proof/queries/stream-owed.ts';
import { checkEntries, type Position } from '../checks/journal-entries.ts';
import { vaultPayments } from '../checks/own-vault-totals.ts';
import { splitOf } from '../checks/settlements.ts';
import { listReviewed } from './findings.ts';

/** A stored tree of liabilities, as the auditor read it when it made the same tree. */
export type AuditedTree = ClaimedTree & { readonly entry: bigint };

export type LiabilitiesVerdict =
  /** The auditor's books lead to exactly this root and total, after this entry, and events agree with this block. */
  | { readonly result: 'supported'; readonly tree: AuditedTree }
  /** The auditor has not followed the journal to the tree's entry, or its nodes are not at its block; ask again. */
  | { readonly result: 'not-followed' }
  | { readonly result: 'refused'; readonly problem: string };

/** Followed entries after a tree's that are subtracted from the books again: at most 10,000,000 transfers. */
const MOST_ENTRIES = 2_000n;

const kind = {
  deposit: sql.lit(TRANSFER_KINDS.deposit.code),
  payment: sql.lit(TRANSFER_KINDS['withdrawal-done'].code),
  funding: sql.lit(TRANSFER_KINDS.funding.code),
  unknown: sql.lit(TRANSFER_KINDS['unknown-payment'].code),
};

/**
 * Returns whether the auditor's books support a stored tree of liabilities, for the signature under its root. Makes the
 * whole tree again from balances, settlements and counters of its own, as they were after the tree's entry: whatever it
 * has followed since is subtracted. One snapshot, so following continues at the same time on another connection.
 */
export async function supportsLiabilities(db: Database, treeId: bigint): Promise<LiabilitiesVerdict> {
  const reviewed = await listReviewed(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const tree = await readTree(tx, treeId);
      const position = await readPosition(tx);
      if (tree === undefined) return refuse('there is no such tree');
      if (position.hasFindings) return refuse('a finding is open');
      if (tree.entry > position.entry || tree.blockNumber > position.blockNumber) return { result: 'not-followed' };
      if (tree.entry < position.entry - MOST_ENTRIES)
        return refuse(`its entry is ${position.entry - tree.entry} entries ago`);
      const lastId = await findOwnEnd(tx, { entry: tree.entry, position, reviewed });
      if (lastId === undefined) return refuse(`entry ${tree.entry} is not the one that was followed`);
      const problem =
        (await findBlockFault(tx, { tree, lastId, upTo: position.lastId })) ??
        (await findTreeFault(tx, ownBooks(tree, { lastId, upTo: position.lastId }), tree));
      return problem === undefined ? { result: 'supported', tree } : refuse(problem);
    });
}

function refuse(problem: string): LiabilitiesVerdict {
  return { result: 'refused', problem };
}

/** The auditor's books: shares of later stages by its own totals of the round. */
function ownBooks({ blockNumber }: AuditedTree, range: Pick<Books, 'lastId' | 'upTo'>): Books {
  return {
    balances: sql`select account as id, balance from audit.balance`,
    vaultTotals: sql`
      select account, deposited_ju, withdrawn_ju, deposited_fmc, withdrawn_fmc from audit.vault_total`,
    payments: vaultPayments,
    demands: sql`
      select account, currency from audit.vault_event where kind = 'demanded' and block_number <= ${blockNumber}`,
    stagesOf: (round) => sql`
      select o.user_id, ${splitOf('stage2')} as stage2, ${splitOf('stage3')} as stage3, r.stage2 as total2,
        r.stage3 as total3
      from audit.round r join mint_order o on o.round_id = r.round_id
      where r.round_id = ${sql.ref(round)} and r.outcome = 'minted'`,
    ...range,
  };
}

async function readTree(tx: Database, treeId: bigint): Promise<AuditedTree | undefined> {
  const { rows } = await sql<AuditedTree>`
    select id, case currency when 0 then 'JU' else 'FMC' end as currency, root, total, leaves, deposited,
      withdrawn, secret, entry,
      block_number as "blockNumber"
    from liabilities_tree where id = ${treeId}`.execute(tx);
  return rows[0];
}

type OwnPosition = Position & { readonly blockNumber: bigint; readonly hasFindings: boolean };

async function readPosition(tx: Database): Promise<OwnPosition> {
  const { rows } = await sql<OwnPosition>`
    select entry, hash, last_id as "lastId", coalesce(block_number, -1) as "blockNumber",
      exists (select from audit.finding where reviewed_at is null) as "hasFindings"
    from audit.position`.execute(tx);
  const [position] = rows;
  if (position === undefined) throw new Error('the auditor has no position');
  return position;
}

type Followed = {
  readonly entry: bigint;
  readonly position: Position;
  readonly reviewed: ReadonlySet<string>;
};

/**
 * Returns the last transfer of an earlier entry. Only if the hashes of all entries since, computed from their
 * transfers, lead to the auditor's position are these the transfers that it has followed; else undefined.
 */
async function findOwnEnd(tx: Database, { entry, position, reviewed }: Followed): Promise<bigint | undefined> {
  const start = entry === 0n ? START : await readEntry(tx, entry);
  if (start === undefined) return undefined;
  const limit = Number(position.entry - entry);
  const { reached } = limit === 0 ? { reached: start } : await checkEntries(tx, start, { limit, reviewed });
  const isOwn = reached.entry === position.entry && reached.hash.equals(position.hash);
  return isOwn && reached.lastId === position.lastId ? start.lastId : undefined;
}

const START: Position = { entry: 0n, hash: Buffer.alloc(32), lastId: 0n };

async function readEntry(tx: Database, entry: bigint): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select number as entry, hash, last_id as "lastId" from ledger_journal where number = ${entry}`.execute(tx);
  return rows[0];
}

type ClaimedBlock = { readonly tree: AuditedTree; readonly lastId: bigint; readonly upTo: bigint };

/**
 * Returns why the tree's block is not the one of its entry: an event up to it was applied later, or a later event
 * before. A deposit that waited counts as applied later, so a tree from before may be refused in vain; the next is not.
 */
async function findBlockFault(
  tx: Database,
  { tree: { blockNumber }, lastId, upTo }: ClaimedBlock,
): Promise<string | undefined> {
  const { rows } = await sql<{ omits: boolean; precedes: boolean }>`
    with later as materialized (
      select kind, source_id from ledger_transfer where id > ${lastId} and id <= ${upTo}
        and kind in (${kind.deposit}, ${kind.payment}, ${kind.funding})
    )
    select exists (
      select from later t join audit.vault_event e on e.seq = t.source_id
      where t.kind <> ${kind.payment} and e.block_number <= ${blockNumber}
    ) or exists (
      select from later t join withdrawal w on w.id = t.source_id
      join audit.vault_event e on e.voucher_id = w.voucher_id and e.kind = 'withdrawn'
      where t.kind = ${kind.payment} and e.block_number <= ${blockNumber}
    ) as omits, exists (
      select from audit.vault_event e
      where e.block_number > ${blockNumber} and (exists (
        select from ledger_transfer t
        where t.kind in (${kind.deposit}, ${kind.funding}, ${kind.unknown}) and t.source_id = e.seq and t.step = 0
          and t.id <= ${lastId}
      ) or exists (
        select from withdrawal w join ledger_transfer t on t.kind = ${kind.payment} and t.source_id = w.id
          and t.step = 0 and t.id <= ${lastId}
        where w.voucher_id = e.voucher_id
      ))
    ) as precedes`.execute(tx);
  if (rows[0]?.omits === true) return `an event up to block ${blockNumber} was applied later`;
  return rows[0]?.precedes === true ? `an event after block ${blockNumber} was applied before` : undefined;
}
