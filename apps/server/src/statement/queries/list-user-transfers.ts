import { STATEMENT_KINDS, type StatementKind } from '@city-mint/domain/ledger/statement-kinds';
import { type AllowedTransfer, TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { DAY_MS } from '@city-mint/domain/time/durations';
import {
  findEntry,
  type LedgerEntry,
  listEntriesOfFew,
  listUserEntries,
  searchUserEntries,
  type UserEntriesWanted,
} from '#ledger/entries/queries.ts';
import { statementSince, statementUntil } from '#ledger/statements/queries/period.ts';
import { readMinedTime } from '#miner/queries/mined-days.ts';
import { databaseTime } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { hasManyOrders, readJoinTime } from '#rounds/orders/queries/orders.ts';
import { isOfOwnOrders, type OrderTransferKind, ownOrderSources } from '#rounds/orders/queries/round-sources.ts';
import { areOfRounds, atOneMoment, sourcesOf } from './read-statement.ts';

/** The spans in which a page is searched, each reaching farther back; the last search covers the whole period. */
const SPANS_MS = [DAY_MS, 8 * DAY_MS, 64 * DAY_MS, 512 * DAY_MS];

/** Filters a user's transfers; all kinds if none is set. Times in UTC milliseconds. */
export type UserTransfersWanted = Omit<UserEntriesWanted, 'kinds'> & {
  readonly kind?: StatementKind | undefined;
  readonly manyOrders?: number | undefined;
};

/** With more orders than this, the ledger is searched for the user's transfers before their sources are looked up. */
const MANY_ORDERS = 1_000;

/**
 * Returns a page of the transfers from or to a user's own accounts, newest first, from one snapshot. For a user with
 * very many orders and transfers by rounds, it searches the ledger, where these are close together. Otherwise it looks
 * up sources: all in one query if they are few, else span by span, so that a page does not read a user's whole history.
 */
export async function listUserTransfers(db: Database, wanted: UserTransfersWanted): Promise<LedgerEntry[]> {
  const { kind, manyOrders = MANY_ORDERS, ...page } = wanted;
  const kinds = kindsOf(wanted);
  if (kinds.length === 0) return [];
  const isMany = areOfRounds(kinds) && (await hasManyOrders(db, { userId: page.userId, number: manyOrders }));
  if (!isMany) return atOneMoment(db, (tx) => listBySpans(tx, { ...page, kinds }), { onePlan: true });
  return atOneMoment(db, async (tx) => {
    const searched = await searchUserEntries(tx, { ...page, kinds });
    if (searched !== null) return searched;
    return kind !== undefined && isOfOwnOrders(kind)
      ? listOfOwnOrders(tx, { ...page, kinds: [kind] }, kind)
      : listBySpans(tx, { ...page, kinds });
  });
}

/**
 * Looks up the transfers of one kind for all orders, which is cheaper than reading when each order's round was paid.
 */
function listOfOwnOrders(tx: Database, page: UserEntriesWanted, kind: OrderTransferKind): Promise<LedgerEntry[]> {
  const since = statementSince(page.from ?? 0);
  const found = { sources: [ownOrderSources(page.userId, kind)], since, complete: new Date(page.from ?? 0) };
  return listUserEntries(tx, page, found);
}

async function listBySpans(tx: Database, page: UserEntriesWanted): Promise<LedgerEntry[]> {
  const sources = sourcesOf(page.kinds as readonly StatementKind[]);
  const all = sources({ userId: page.userId, since: statementSince(page.from ?? 0), isNamed: false });
  const ofFew = await listEntriesOfFew(tx, page, { sources: all });
  if (ofFew !== null) return ofFew;
  const { begins: spans, until } = await spansOf(tx, page);
  for (const begins of spans) {
    const since = statementSince(begins);
    const wanted = { userId: page.userId, since, until, isNamed: false };
    const entries = await listUserEntries(tx, page, { sources: sources(wanted), since, complete: new Date(begins) });
    const isAllOfPeriod = begins === 0 || begins <= (page.from ?? 0);
    if (entries.length >= page.limit || isAllOfPeriod) return entries;
  }
  return [];
}

/** The kinds of transfers that can be on a page; only their sources are looked up. */
function kindsOf({ kind, account, currency }: UserTransfersWanted): StatementKind[] {
  const accounts = account === undefined ? ['available', 'withdrawing'] : [account];
  const isOnPage = ({ from, to, currencies }: AllowedTransfer) =>
    (accounts.includes(from) || accounts.includes(to)) && (currency === undefined || currencies.includes(currency));
  const kinds = kind === undefined ? STATEMENT_KINDS : [kind];
  return kinds.filter((name) => TRANSFER_KINDS[name].movements.some(isOnPage));
}

type Spans = { readonly begins: readonly number[]; readonly until: Date };

/**
 * Returns where the spans begin (UTC milliseconds), the shortest span first; the last one covers the whole period. Also
 * returns the time before which the page has no entries.
 */
async function spansOf(tx: Database, page: UserEntriesWanted): Promise<Spans> {
  const last = page.before === null ? undefined : (await findEntry(tx, page.before))?.at.getTime();
  const end = Math.min(last ?? Number.POSITIVE_INFINITY, page.to ?? Number.POSITIVE_INFINITY, await databaseTime(tx));
  const full = await timeOfFullPage(tx, page, new Date(end));
  const begins = [...SPANS_MS.map((span) => end - span), ...(full === undefined ? [] : [full.getTime()])];
  const from = page.from ?? 0;
  const sorted = [...new Set([...begins.filter((begin) => begin > from), from])];
  return { begins: sorted.sort((first, second) => second - first), until: statementUntil(end) };
}

/**
 * Returns when enough has happened to fill a page: each order, and each day of a machine, makes at least one transfer.
 */
async function timeOfFullPage(
  tx: Database,
  { userId, kinds, limit }: UserEntriesWanted,
  before: Date,
): Promise<Date | undefined> {
  if (kinds.includes('join')) return readJoinTime(tx, { userId, before, number: limit });
  if (!kinds.includes('hash-rate-output')) return undefined;
  return readMinedTime(tx, { userId, before, number: limit });
}
