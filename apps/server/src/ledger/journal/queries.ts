import type { HealthProblem } from '@city-mint/api-contract/operator/overview-endpoints';
import { type Selectable, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import type { LedgerJournal } from '#platform/database/generated/db.ts';
import { firstDifference, type JournalHead, sealTransfers, type TransferDifference, transferLine } from './entry.ts';

/** Returns the newest entry's number (0 = there is none), and its hash in hex. */
export async function readJournalHead(db: Database): Promise<JournalHead> {
  const head = await db.selectFrom('ledger_journal_head').select(['number', 'hash']).executeTakeFirstOrThrow();
  return { number: head.number, hash: head.hash.toString('hex') };
}

/** A point of the journal: an entry, and the last transfer that it and the earlier ones seal. */
export type SealedEnd = { readonly entry: bigint; readonly lastId: bigint };

/** Returns the end of the sealed journal; undefined while there are transfers and none is sealed. */
export async function readSealedEnd(tx: Database): Promise<SealedEnd | undefined> {
  const { rows } = await sql<SealedEnd>`
    select number as entry, last_id as "lastId" from ledger_journal_head
    where number > 0 or not exists (select from ledger_transfer)`.execute(tx);
  return rows[0];
}

/** Returns the last transfer that the entries up to this one seal; 0 without one. */
export async function findLastSealed(db: Database, entry: bigint): Promise<bigint> {
  return (await findPredecessor(db, entry))?.lastId ?? 0n;
}

/** Whether every transfer that began before a time, given as a column, is sealed. */
export const isSealedUpTo = (time: string) => sql<boolean>`not exists (
  select from ledger_transfer
  where id > (select last_id from ledger_journal_head) and created_at <= ${sql.ref(time)})`;

export type JournalState = {
  readonly entries: bigint;
  /** Seconds that the oldest unsealed transfer has waited; 0 when there is none. */
  readonly unsealedSeconds: number;
  /** The difference that an audit found, until an operator acknowledges it; null = none. */
  readonly integrityError: string | null;
};

/** Returns the newest entry, the age of the oldest unsealed transfer, and the integrity error of an audit. */
export async function readJournalState(db: Database): Promise<JournalState> {
  const { rows } = await sql<JournalState>`
    select h.number as entries, h.integrity_error as "integrityError",
      coalesce((select extract(epoch from clock_timestamp() - t.created_at)::float8
        from ledger_transfer t where t.id > h.last_id order by t.id limit 1), 0) as "unsealedSeconds"
    from ledger_journal_head h`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('the journal has no head');
  return state;
}

/** The last sealed transfer, and the time of the last audit. */
export type SealedJournal = JournalState & {
  readonly hash: string;
  /** The last transfer that an entry seals; 0 = none. */
  readonly lastTransferId: bigint;
  readonly lastSealedAt: Date | null;
  readonly auditedAt: Date | null;
};

/** Returns the state of the journal as operators see it. */
export async function readSealedJournal(db: Database): Promise<SealedJournal> {
  const [state, head] = await Promise.all([
    readJournalState(db),
    db
      .selectFrom('ledger_journal_head as h')
      .leftJoin('ledger_journal as j', 'j.number', 'h.number')
      .select(['h.hash', 'h.last_id', 'h.checked_at', 'j.sealed_at'])
      .executeTakeFirstOrThrow(),
  ]);
  return {
    ...state,
    hash: `0x${head.hash.toString('hex')}`,
    lastTransferId: head.last_id,
    lastSealedAt: head.sealed_at,
    auditedAt: head.checked_at,
  };
}

/** An entry of the journal: its sealed transfers and its hashes (0x hex). */
export type JournalEntry = {
  readonly number: bigint;
  readonly firstId: bigint;
  readonly lastId: bigint;
  readonly transfers: number;
  /** The blinded hash of its transfers. */
  readonly content: string;
  readonly hash: string;
  readonly sealedAt: Date;
};

/** Returns entries of the journal below a number (null = from the newest), newest first. */
export async function listJournalEntries(
  db: Database,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<JournalEntry[]> {
  let query = db
    .selectFrom('ledger_journal')
    .select(['number', 'first_id', 'last_id', 'transfers', 'content', 'hash', 'sealed_at'])
    .orderBy('number', 'desc')
    .limit(limit);
  if (before !== null) query = query.where('number', '<', before);
  return (await query.execute()).map((row) => ({
    number: row.number,
    firstId: row.first_id,
    lastId: row.last_id,
    transfers: row.transfers,
    content: `0x${row.content.toString('hex')}`,
    hash: `0x${row.hash.toString('hex')}`,
    sealedAt: row.sealed_at,
  }));
}

/** Maximum time that a transfer may stay unsealed: the longest step of a settlement delays sealing. */
const MAXIMUM_UNSEALED_SECONDS = 600;

/** Returns why the ledger's history is not reliable, or null: a sealed transfer was changed, or sealing has stopped. */
export async function checkJournal(db: Database): Promise<HealthProblem | null> {
  const { integrityError, unsealedSeconds } = await readJournalState(db);
  if (integrityError !== null) return { code: 'integrity-error', detail: integrityError };
  if (unsealedSeconds <= MAXIMUM_UNSEALED_SECONDS) return null;
  return { code: 'unsealed', seconds: Math.round(unsealedSeconds) };
}

/** The first difference from the seals: the entry that reveals it, and the transfer, where it can be identified. */
export type JournalFault = {
  readonly entry: bigint;
  readonly transfer: bigint | null;
  readonly what: TransferDifference['what'] | 'entry-changed' | 'entry-missing' | 'head-differs' | 'anchor-differs';
};

export type JournalVerdict = {
  readonly entries: number;
  readonly transfers: number;
  /** Transfers that are not sealed yet. */
  readonly unsealed: number;
  readonly fault: JournalFault | null;
};

type VerifiedRange = { readonly from?: bigint; readonly entries?: number; readonly anchors?: readonly JournalHead[] };
type Entry = Omit<Selectable<LedgerJournal>, 'sealed_at'>;
type Predecessor = { readonly number: bigint; readonly hash: Buffer; readonly lastId: bigint };

/** The predecessor of the first entry. No transfer may precede the first sealed one either. */
const START: Predecessor = { number: 0n, hash: Buffer.alloc(32), lastId: -(2n ** 63n) };

/**
 * Recomputes the journal from the transfers, either whole or `entries` entries from number `from` on, and compares it
 * with the stored entries, with the head, and with heads recorded elsewhere (`anchors`). Stops at the first fault;
 * returns the fault and how much was verified. docs/money-rules.md#9-ledger
 */
export async function verifyJournal(
  db: Database,
  { from = 1n, entries, anchors = [] }: VerifiedRange = {},
): Promise<JournalVerdict> {
  const head = await db
    .selectFrom('ledger_journal_head')
    .select(['number', 'hash', 'last_id'])
    .executeTakeFirstOrThrow();
  const anchoredHashes = new Map(anchors.map(({ number, hash }) => [number, hash]));
  let previous = from <= 1n ? START : await findPredecessor(db, from - 1n);
  let verified = 0;
  let transfers = 0;
  const verdict = (fault: JournalFault | null, unsealed = 0) => ({ entries: verified, transfers, unsealed, fault });
  if (previous === undefined) return verdict(faultOf(from - 1n, 'entry-missing'));
  while (previous.number < head.number && (entries === undefined || verified < entries)) {
    const number: bigint = previous.number + 1n;
    const entry = await db.selectFrom('ledger_journal').selectAll().where('number', '=', number).executeTakeFirst();
    if (entry === undefined) return verdict(faultOf(number, 'entry-missing'));
    const fault = await checkEntry(db, { entry, previous, anchor: anchoredHashes.get(number) });
    if (fault !== null) return verdict(fault);
    verified += 1;
    transfers += entry.transfers;
    previous = { number, hash: entry.hash, lastId: entry.last_id };
  }
  if (previous.number < head.number) return verdict(null);
  if (previous.number > 0n && (!previous.hash.equals(head.hash) || previous.lastId !== head.last_id)) {
    return verdict(faultOf(head.number, 'head-differs'));
  }
  return verdict(await findFaultBeyond(db, { head: head.number, anchors }), await countUnsealed(db, head.last_id));
}

type CheckedEntry = { readonly entry: Entry; readonly previous: Predecessor; readonly anchor: string | undefined };

async function checkEntry(db: Database, { entry, previous, anchor }: CheckedEntry): Promise<JournalFault | null> {
  // Includes transfers between two entries: there were none when the later entry was sealed.
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(${transferLine}, E'\n' order by t.id) as lines
    from ledger_transfer t where t.id > ${previous.lastId} and t.id <= ${entry.last_id}`.execute(db);
  const lines = rows[0]?.lines?.split('\n') ?? [];
  const { number, salt } = entry;
  const current = sealTransfers(lines, { number, previousHash: previous.hash, salt });
  const isSealed = current.hash.equals(entry.hash) && current.content.equals(entry.content);
  if (!isSealed || !current.digests.equals(entry.digests)) {
    const difference = firstDifference(entry.digests, current.digests);
    return difference === undefined ? faultOf(entry.number, 'entry-changed') : { entry: entry.number, ...difference };
  }
  const isWhole = entry.transfers === lines.length && entry.first_id === current.digests.readBigInt64BE(0);
  if (!isWhole) return faultOf(entry.number, 'entry-changed');
  return anchor === undefined || anchor === entry.hash.toString('hex') ? null : faultOf(entry.number, 'anchor-differs');
}

async function findPredecessor(db: Database, number: bigint): Promise<Predecessor | undefined> {
  const entry = await db
    .selectFrom('ledger_journal')
    .select(['number', 'hash', 'last_id'])
    .where('number', '=', number)
    .executeTakeFirst();
  return entry && { number: entry.number, hash: entry.hash, lastId: entry.last_id };
}

/**
 * Finds an entry after the head, or a recorded head beyond the end of the journal: its end was truncated or replaced.
 */
async function findFaultBeyond(
  db: Database,
  { head, anchors }: { head: bigint; anchors: readonly JournalHead[] },
): Promise<JournalFault | null> {
  // One statement reads both, because entries may be added concurrently.
  const { rows } = await sql<{ is_beyond: boolean }>`
    select exists (select from ledger_journal j where j.number > h.number) as is_beyond
    from ledger_journal_head h`.execute(db);
  if (rows[0]?.is_beyond === true) return faultOf(head, 'head-differs');
  return anchors.some(({ number }) => number > head) ? faultOf(head + 1n, 'entry-missing') : null;
}

async function countUnsealed(db: Database, lastId: bigint): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_transfer where id > ${lastId}`.execute(db);
  return rows[0]?.count ?? 0;
}

function faultOf(entry: bigint, what: JournalFault['what']): JournalFault {
  return { entry, transfer: null, what };
}
