import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { firstDifference, type TransferDifference } from '../journal/first-difference.ts';
import { sealTransfers, transferLine } from '../journal/journal-entry.ts';

/** A head of the journal that was written down elsewhere: the entry's number and its hash in hex. */
export type AnchoredHead = { readonly number: bigint; readonly hash: string };

/** The first thing in the journal that is not as it was: a transfer, where it can be named, and the entry that shows it. */
export type JournalFault = {
  readonly entry: bigint;
  readonly transfer: bigint | null;
  readonly what: TransferDifference['what'] | 'entry-changed' | 'entry-missing' | 'head-differs' | 'anchor-differs';
};

export type JournalVerdict = {
  readonly entries: number;
  readonly transfers: number;
  /** Transfers that no entry seals yet. */
  readonly unsealed: number;
  readonly fault: JournalFault | null;
};

type Range = { readonly from?: bigint; readonly entries?: number; readonly anchors?: readonly AnchoredHead[] };
type Entry = { number: bigint; first_id: bigint; last_id: bigint; transfers: number; digests: Buffer; hash: Buffer };
type Place = { readonly number: bigint; readonly hash: Buffer; readonly lastId: bigint };

/** Nothing may stand before the first transfer either. */
const START: Place = { number: 0n, hash: Buffer.alloc(32), lastId: -(2n ** 63n) };

/**
 * Recomputes the journal from the transfers themselves, all of it or `entries` entries from the number `from` on, and compares it with what
 * was sealed, with its own head, and with heads that were written down elsewhere. Stops at the first fault. rules.md section 9.
 */
export async function verifyJournal(
  db: Database,
  { from = 1n, entries, anchors = [] }: Range = {},
): Promise<JournalVerdict> {
  const head = await db
    .selectFrom('ledger_journal_head')
    .select(['number', 'hash', 'last_id'])
    .executeTakeFirstOrThrow();
  const anchored = new Map(anchors.map(({ number, hash }) => [number, hash]));
  let place = from <= 1n ? START : await placeOf(db, from - 1n);
  let seen = 0;
  let transfers = 0;
  const verdict = (fault: JournalFault | null, unsealed = 0) => ({ entries: seen, transfers, unsealed, fault });
  if (place === undefined) return verdict(faultOf(from - 1n, 'entry-missing'));
  while (place.number < head.number && (entries === undefined || seen < entries)) {
    const number: bigint = place.number + 1n;
    const entry = await db.selectFrom('ledger_journal').selectAll().where('number', '=', number).executeTakeFirst();
    if (entry === undefined) return verdict(faultOf(number, 'entry-missing'));
    const fault = await checkEntry(db, { entry, place, anchor: anchored.get(number) });
    if (fault !== null) return verdict(fault);
    seen += 1;
    transfers += entry.transfers;
    place = { number, hash: entry.hash, lastId: entry.last_id };
  }
  if (place.number < head.number) return verdict(null);
  if (place.number > 0n && (!place.hash.equals(head.hash) || place.lastId !== head.last_id)) {
    return verdict(faultOf(head.number, 'head-differs'));
  }
  return verdict(await faultBeyond(db, { head: head.number, anchors }), await countUnsealed(db, head.last_id));
}

type Checked = { readonly entry: Entry; readonly place: Place; readonly anchor: string | undefined };

async function checkEntry(db: Database, { entry, place, anchor }: Checked): Promise<JournalFault | null> {
  // Also what stands between two entries: nothing stood there when the later one was sealed.
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(${transferLine}, E'\n' order by t.id) as lines
    from ledger_transfer t where t.id > ${place.lastId} and t.id <= ${entry.last_id}`.execute(db);
  const lines = rows[0]?.lines?.split('\n') ?? [];
  const found = sealTransfers(lines, { number: entry.number, previousHash: place.hash });
  if (!found.hash.equals(entry.hash) || !found.digests.equals(entry.digests)) {
    const difference = firstDifference(entry.digests, found.digests);
    return difference === undefined ? faultOf(entry.number, 'entry-changed') : { entry: entry.number, ...difference };
  }
  const isWhole = entry.transfers === lines.length && entry.first_id === found.digests.readBigInt64BE(0);
  if (!isWhole) return faultOf(entry.number, 'entry-changed');
  return anchor === undefined || anchor === entry.hash.toString('hex') ? null : faultOf(entry.number, 'anchor-differs');
}

async function placeOf(db: Database, number: bigint): Promise<Place | undefined> {
  const entry = await db
    .selectFrom('ledger_journal')
    .select(['number', 'hash', 'last_id'])
    .where('number', '=', number)
    .executeTakeFirst();
  return entry && { number: entry.number, hash: entry.hash, lastId: entry.last_id };
}

/** An entry after the head, or a head that was written down and is not reached any more: the end was cut off or set back. */
async function faultBeyond(
  db: Database,
  { head, anchors }: { head: bigint; anchors: readonly AnchoredHead[] },
): Promise<JournalFault | null> {
  // Both by one statement, for entries may be added meanwhile.
  const { rows } = await sql<{ is_beyond: boolean }>`
    select exists (select from ledger_journal j where j.number > h.number) as is_beyond from ledger_journal_head h`.execute(
    db,
  );
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
