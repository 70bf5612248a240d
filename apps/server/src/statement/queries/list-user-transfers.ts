import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { findEntry, type LedgerEntry, listUserEntries, type UserEntriesWanted } from '#ledger/entries/queries.ts';
import { statementSince } from '#ledger/statements/queries/period.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { readJoinTime } from '#rounds/orders/queries/orders.ts';
import { atOneMoment, sourcesOf } from './read-statement.ts';

const DAY_MS = 86_400_000;
/** How far back a page is looked for: what is not found is looked for farther back, at last from the beginning. */
const SPANS_MS = [DAY_MS, 8 * DAY_MS, 64 * DAY_MS, 512 * DAY_MS];

/** Which of a user's transfers; of every kind unless one is named. Times in UTC milliseconds. */
export type UserTransfersWanted = Omit<UserEntriesWanted, 'kinds'> & { readonly kind?: StatementKind | undefined };

/**
 * Returns a page of the transfers from or to a user's own accounts, newest first, from one snapshot. Sources are looked
 * up span by span, so that a page does not cost a user's whole history.
 */
export async function listUserTransfers(db: Database, wanted: UserTransfersWanted): Promise<LedgerEntry[]> {
  const { kind, ...page } = wanted;
  const { kinds, sources } = sourcesOf(kind);
  return atOneMoment(db, async (tx) => {
    for (const begins of await beginsOfSpans(tx, page)) {
      const since = statementSince(begins);
      const found = { sources: sources({ userId: page.userId, since }), since, complete: new Date(begins) };
      const entries = await listUserEntries(tx, { ...page, kinds }, found);
      const isAllOfPeriod = begins === 0 || begins <= (page.from ?? 0);
      if (entries.length >= page.limit || isAllOfPeriod) return entries;
    }
    return [];
  });
}

/** Where the spans begin (UTC milliseconds), the shortest span first; the last one leaves nothing of the period out. */
async function beginsOfSpans(tx: Database, page: Omit<UserEntriesWanted, 'kinds'>): Promise<number[]> {
  const last = page.before === null ? undefined : (await findEntry(tx, page.before))?.at.getTime();
  const end = Math.min(last ?? Number.POSITIVE_INFINITY, page.to ?? Number.POSITIVE_INFINITY, await databaseTime(tx));
  // Each order is a transfer at least: since that many of them, a page of all kinds is full.
  const joined = await readJoinTime(tx, { userId: page.userId, before: new Date(end), number: page.limit });
  const begins = [...SPANS_MS.map((span) => end - span), ...(joined === undefined ? [] : [joined.getTime()])];
  const from = page.from ?? 0;
  return [...new Set([...begins.filter((begin) => begin > from), from])].sort((first, second) => second - first);
}
