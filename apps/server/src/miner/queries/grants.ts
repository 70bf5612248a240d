import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { countUpToMost } from '#platform/database/capped-count.ts';
import type { Database } from '#platform/database/database.ts';
import type { ExchangeGrant as ExchangeGrantRow } from '#platform/database/generated/db.ts';

const GRANT_STATES = ['waiting', 'acknowledged', 'alarm'] as const;
export const grantStateSchema = z.enum(GRANT_STATES);

/** A grant of hash power to the exchange, of one machine; hash rate in base units. */
export type ExchangeGrant = {
  readonly machineId: bigint;
  readonly grantId: string;
  readonly userId: bigint;
  readonly uid: string;
  readonly hashRate: TokenAmount;
  /** `alarm`: the exchange answered wrongly, and an operator has to review it. */
  readonly state: (typeof GRANT_STATES)[number];
  readonly attempts: number;
  readonly dueAt: Date;
  readonly lastError: string | null;
  readonly acknowledgedAt: Date | null;
};

export type GrantsPage = {
  readonly state?: ExchangeGrant['state'] | undefined;
  readonly userId?: bigint | undefined;
  /** The page begins below this machine id; null = from the newest. */
  readonly before: bigint | null;
  readonly limit: number;
};

/** Returns a page of grants, newest first, filtered by state and by user where these are set. */
export async function listExchangeGrants(db: Database, page: GrantsPage): Promise<ExchangeGrant[]> {
  const { userId, limit } = page;
  if (userId === undefined) return (await selectGrants(db, page)).map(toGrant);
  // Reads a user's grants of each state by their index, no further than the page needs.
  const states = page.state === undefined ? GRANT_STATES : [page.state];
  const rows = await Promise.all(states.map((state) => selectGrants(db, { ...page, state })));
  const newest = rows.flat().sort((a, b) => (a.machine_id < b.machine_id ? 1 : -1));
  return newest.slice(0, limit).map(toGrant);
}

async function selectGrants(db: Database, { state, userId, before, limit }: GrantsPage) {
  let query = db.selectFrom('exchange_grant').selectAll();
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (state !== undefined) query = query.where('state', '=', state);
  if (before !== null) query = query.where('machine_id', '<', before);
  return query.orderBy('machine_id', 'desc').limit(limit).execute();
}

/** Returns the grants of these machines, by machine. */
export async function findGrants(db: Database, machineIds: readonly bigint[]): Promise<Map<bigint, ExchangeGrant>> {
  if (machineIds.length === 0) return new Map();
  const rows = await db.selectFrom('exchange_grant').selectAll().where('machine_id', 'in', machineIds).execute();
  return new Map(rows.map((row) => [row.machine_id, toGrant(row)]));
}

function toGrant(row: Selectable<ExchangeGrantRow>): ExchangeGrant {
  return {
    machineId: row.machine_id,
    grantId: row.grant_id,
    userId: row.user_id,
    uid: row.uid,
    hashRate: tokenAmount(row.hash_rate),
    state: grantStateSchema.parse(row.state),
    attempts: row.attempts,
    dueAt: row.due_at,
    lastError: row.last_error,
    acknowledgedAt: row.acknowledged_at,
  };
}

/**
 * Returns the facts by which an operator decides about a machine's grant, or undefined when the machine does not exist.
 */
export async function findExchangeGrant(
  db: Database,
  machineId: bigint,
): Promise<{ grantId: string; state: string; lastError: string | null } | undefined> {
  const row = await db
    .selectFrom('exchange_grant')
    .select(['grant_id', 'state', 'last_error'])
    .where('machine_id', '=', machineId)
    .executeTakeFirst();
  return row && { grantId: row.grant_id, state: row.state, lastError: row.last_error };
}

export type PendingGrants = { readonly waiting: number; readonly alarms: number; readonly oldestSeconds: number };

/**
 * Returns the number of grants that the exchange has not acknowledged, the age of the oldest, and the number in alarm.
 */
export async function readPendingGrants(db: Database): Promise<PendingGrants> {
  const { rows } = await sql<PendingGrants>`
    with waiting as (
      select count(*)::int as waiting, min(machine_id) as oldest from exchange_grant where state = 'waiting'
    )
    select w.waiting, (select count(*)::int from exchange_grant where state = 'alarm') as alarms,
      coalesce(extract(epoch from clock_timestamp() - m.claimed_at), 0)::float8 as "oldestSeconds"
    from waiting w left join machine m on m.id = w.oldest`.execute(db);
  return rows[0] ?? { waiting: 0, alarms: 0, oldestSeconds: 0 };
}

/** Returns how many grants wait for a review, up to 1,000. */
export async function countGrantsInAlarm(db: Database): Promise<number> {
  return countUpToMost(db, sql`exchange_grant where state = 'alarm'`);
}
