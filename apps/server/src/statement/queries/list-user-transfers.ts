import { STATEMENT_KINDS, type StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { type AllowedTransfer, TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import {
  findEntry,
  type LedgerEntry,
  listUserEntries,
  searchUserEntries,
  type UserEntriesWanted,
} from '#ledger/entries/queries.ts';
import { statementSince } from '#ledger/statements/queries/period.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { hasManyOrders, readJoinTime } from '#rounds/orders/queries/orders.ts';
import { areOfRounds, atOneMoment, sourcesOf } from './read-statement.ts';

const DAY_MS = 86_400_000;
/** How far back a page is looked for: what is not found is looked for farther back, at last from the beginning. */
const SPANS_MS = [DAY_MS, 8 * DAY_MS, 64 * DAY_MS, 512 * DAY_MS];

/** Which of a user's transfers; of every kind unless one is named. Times in UTC milliseconds. */
export type UserTransfersWanted = Omit<UserEntriesWanted, 'kinds'> & {
  readonly kind?: StatementKind | undefined;
  readonly manyOrders?: number | undefined;
};

/** With more orders than this the ledger is searched for the user's transfers before their sources are looked up. */
const MANY_ORDERS = 1_000;

/**
 * Returns a page of the transfers from or to a user's own accounts, newest first, from one snapshot. Where rounds moved
 * the money of a user with very many orders, the ledger is searched, in which they are close together. Else sources are
 * looked up span by span, so that a page does not cost a user's whole history.
 */
export async function listUserTransfers(db: Database, wanted: UserTransfersWanted): Promise<LedgerEntry[]> {
  const { kind: _kind, manyOrders = MANY_ORDERS, ...page } = wanted;
  const kinds = kindsOf(wanted);
  if (kinds.length === 0) return [];
  const sources = sourcesOf(kinds);
  return atOneMoment(db, async (tx) => {
    const isMany = areOfRounds(kinds) && (await hasManyOrders(tx, { userId: page.userId, number: manyOrders }));
    const searched = isMany ? await searchUserEntries(tx, { ...page, kinds }) : null;
    if (searched !== null) return searched;
    for (const begins of await beginsOfSpans(tx, { ...page, kinds })) {
      const since = statementSince(begins);
      const found = { sources: sources({ userId: page.userId, since }), since, complete: new Date(begins) };
      const entries = await listUserEntries(tx, { ...page, kinds }, found);
      const isAllOfPeriod = begins === 0 || begins <= (page.from ?? 0);
      if (entries.length >= page.limit || isAllOfPeriod) return entries;
    }
    return [];
  });
}

/** The kinds of transfers that can be on a page: of none else are sources looked up. */
function kindsOf({ kind, account, currency }: UserTransfersWanted): StatementKind[] {
  const accounts = account === undefined ? ['available', 'withdrawing'] : [account];
  const isOnPage = ({ from, to, currencies }: AllowedTransfer) =>
    (accounts.includes(from) || accounts.includes(to)) && (currency === undefined || currencies.includes(currency));
  const kinds = kind === undefined ? STATEMENT_KINDS : [kind];
  return kinds.filter((name) => TRANSFER_KINDS[name].movements.some(isOnPage));
}

/** Where the spans begin (UTC milliseconds), the shortest span first; the last one leaves nothing of the period out. */
async function beginsOfSpans(tx: Database, page: UserEntriesWanted): Promise<number[]> {
  const last = page.before === null ? undefined : (await findEntry(tx, page.before))?.at.getTime();
  const end = Math.min(last ?? Number.POSITIVE_INFINITY, page.to ?? Number.POSITIVE_INFINITY, await databaseTime(tx));
  // Each order is a transfer at least: since that many of them, a page of all kinds is full.
  const joined = page.kinds.includes('join')
    ? await readJoinTime(tx, { userId: page.userId, before: new Date(end), number: page.limit })
    : undefined;
  const begins = [...SPANS_MS.map((span) => end - span), ...(joined === undefined ? [] : [joined.getTime()])];
  const from = page.from ?? 0;
  return [...new Set([...begins.filter((begin) => begin > from), from])].sort((first, second) => second - first);
}
