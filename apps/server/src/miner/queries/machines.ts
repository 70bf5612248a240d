import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { executePrepared } from '#platform/database/prepared-statements.ts';
import { readPendingHashPower } from '#rounds/hash-power/queries.ts';
import { type RoundName, readRoundNames } from '#rounds/offers/queries/rounds.ts';
import { type ExchangeGrant, grantStateSchema } from './grants.ts';

/** A machine with its output so far; hash rate and FMC in base units, days as UTC days from 1970. */
export type Machine = {
  readonly id: bigint;
  readonly hashRate: TokenAmount;
  readonly orderId: bigint;
  readonly roundId: bigint;
  readonly roundName: RoundName;
  readonly claimedAt: Date;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly output: TokenAmount;
  readonly lastMinedDay: number | null;
  readonly grant: ExchangeGrant['state'];
};

type MachineRow = {
  id: bigint;
  hash_rate: bigint;
  order_id: bigint;
  round_id: bigint;
  claimed_at: Date;
  first_day: number;
  last_day: number;
  output: bigint;
  last_mined_day: number | null;
  grant_state: string;
};

/** Returns a user's machines, newest first: at most `limit`, with ids below `before`. */
export async function listMachines(
  db: Database,
  { userId, before, limit }: { readonly userId: bigint; readonly before?: bigint | null; readonly limit: number },
): Promise<Machine[]> {
  // Adds the later days to the cached output. The key of machine_day begins with the day, so the query probes it day by
  // day, for all machines of the page together, because a user's machines are adjacent in it. It always sums them up
  // once, not per machine, even if the planner would prefer that.
  const rows = await executePrepared(
    db,
    sql<MachineRow>`
    with page as materialized (
      select m.id, m.hash_rate, m.order_id, m.round_id, m.claimed_at, m.first_day, m.last_day, g.state as grant_state
      from machine m cross join lateral (select state from exchange_grant where machine_id = m.id offset 0) g
      where m.user_id = ${userId} and ${before == null ? sql`true` : sql`m.id < ${before}::bigint`}
      order by m.id desc limit ${limit}::int
    ), mined as materialized (
      select d.machine_id, sum(d.output) as output, max(d.day) as last_mined_day
      from mining_day n cross join lateral (
        select machine_id, day, output from machine_day
        where day = n.day and user_id = ${userId}
          and machine_id between (select min(id) from page) and (select max(id) from page) offset 0
      ) d
      where n.day between (select min(first_day) from page) and (select max(last_day) from page)
        and n.day > coalesce((select day from cached_mined_checkpoint where user_id = ${userId}), -1)
      group by d.machine_id
    )
    select page.id, hash_rate, order_id, round_id, claimed_at, first_day, last_day,
      coalesce(cached.output, 0) + coalesce(mined.output, 0) as output,
      coalesce(mined.last_mined_day, cached.last_mined_day) as last_mined_day, grant_state
    from page left join mined on mined.machine_id = page.id
      left join cached_machine cached on cached.machine_id = page.id
    order by page.id desc`,
  );
  const names = await readRoundNames(
    db,
    rows.map((row) => row.round_id),
  );
  return rows.map((row) => toMachine(row, names.get(row.round_id)));
}

function toMachine(row: MachineRow, roundName: RoundName | undefined): Machine {
  if (roundName === undefined) throw new Error(`machine ${row.id} has no round`);
  return {
    id: row.id,
    hashRate: tokenAmount(row.hash_rate),
    orderId: row.order_id,
    roundId: row.round_id,
    roundName,
    claimedAt: row.claimed_at,
    firstDay: row.first_day,
    lastDay: row.last_day,
    output: tokenAmount(row.output),
    lastMinedDay: row.last_mined_day,
    grant: grantStateSchema.parse(row.grant_state),
  };
}

const CONFIRMATION_STATES = ['waiting', 'rejected', 'taken'] as const;
const confirmationSchema = z.object({ uid: z.string(), state: z.enum(CONFIRMATION_STATES) }).nullable();

/** A user's compensation hash power in base units: pending, claimed, and the acknowledged part of the claimed. */
export type HashPower = {
  readonly pending: TokenAmount;
  readonly claimed: TokenAmount;
  readonly sent: TokenAmount;
  /** The account that the exchange confirmed. */
  readonly uid: string | null;
  /** The account that it has rejected or not confirmed yet. */
  readonly confirmation: { readonly uid: string; readonly state: (typeof CONFIRMATION_STATES)[number] } | null;
};

/**
 * Returns a user's hash power, the confirmed exchange account (null = none), and the account that waits for its
 * confirmation. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function readHashPower(db: Database, userId: bigint): Promise<HashPower> {
  const pending = await readPendingHashPower(db, userId);
  // Each machine has a grant with the same hash rate.
  const rows = await executePrepared(
    db,
    sql<{ claimed: bigint; sent: bigint; uid: string | null; confirmation: unknown }>`
    select coalesce(sum(hash_rate), 0) as claimed,
      coalesce(sum(hash_rate) filter (where state = 'acknowledged'), 0) as sent,
      (select uid from exchange_account where user_id = ${userId}) as uid,
      (select jsonb_build_object('uid', uid, 'state', state) from exchange_confirmation where user_id = ${userId})
        as confirmation
    from exchange_grant where user_id = ${userId}`,
  );
  const row = rows[0] ?? { claimed: 0n, sent: 0n, uid: null, confirmation: null };
  const confirmation = row.uid === null ? confirmationSchema.parse(row.confirmation) : null;
  return { pending, claimed: tokenAmount(row.claimed), sent: tokenAmount(row.sent), uid: row.uid, confirmation };
}
