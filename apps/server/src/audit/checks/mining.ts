import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import {
  accountOf,
  type Finding,
  type KindCheck,
  type KnownOperators,
  shareOf,
  type TransferRange,
} from './kind-check.ts';
import { WITH_OWN_JOIN } from './own-joins.ts';
import { COVERED, WITHHELD } from './settlements.ts';
import { readMining } from './signed-settings.ts';

/**
 * Mining days (docs/money-rules.md#7-hash-power-and-mining): the source id is the machine and the day. A machine has
 * the hash power of its order, as the settlement of the order's round computes it, once it was claimed.
 */

/**
 * Computes the days of the range by the machines that mine on them; a day releases at most what the settings that
 * operators signed allow.
 */
async function computeDays(
  tx: Database,
  { after, upTo }: TransferRange,
  operators: KnownOperators,
): Promise<readonly Finding[]> {
  const { rows } = await sql<{ day: number; emission: bigint; hashRate: bigint }>`
    select d.day, d.emission, h.hash_rate as "hashRate"
    from (
      select distinct (source_id & 65535)::int as day from ledger_transfer
      where id > ${after} and id <= ${upTo} and kind = 15
    ) asked join mining_day d on d.day = asked.day and d.emission is not null
    cross join lateral (select sum(hash_rate) as hash_rate from machine where d.day between first_day and last_day) h
    where h.hash_rate > 0 and not exists (select from audit.mining_day known where known.day = d.day)`.execute(tx);
  if (rows.length === 0) return [];
  const { mostOfDay, lives } = await readMining(tx, operators);
  for (const { day, emission, hashRate } of rows) {
    await sql`insert into audit.mining_day (day, emission, hash_rate)
      values (${day}, least(${emission}::numeric, ${mostOfDay(day, hashRate)}::numeric), ${hashRate})`.execute(tx);
  }
  for (const { day, longest } of lives) {
    await sql`insert into audit.machine_life (from_day, longest) values (${day}, ${longest})
      on conflict (from_day) do update set longest = excluded.longest`.execute(tx);
  }
  return [];
}

/** The UTC day on which a machine was claimed. */
const CLAIMED = sql`div(extract(epoch from m.claimed_at), 86400)`;

export const hashRateOutput: KindCheck = {
  isOfChain: false,
  prepare: computeDays,
  expected: sql`
    select t.id, ${accountOf('emission', { currency: 'FMC' })} as debit,
      ${accountOf('available', { owner: 'm.user_id', currency: 'FMC' })} as credit,
      div(d.emission * m.hash_rate, d.hash_rate) as amount
    from t join machine m on m.id = t.source_id >> 16
    join audit.mining_day d on d.day = t.source_id & 65535 and d.day between m.first_day and m.last_day
    join hash_power_claim c on c.order_id = m.order_id and c.user_id = m.user_id and c.hash_power = m.hash_rate
    join mint_order o on o.id = m.order_id and o.user_id = m.user_id ${WITH_OWN_JOIN}
    join audit.round r on r.round_id = o.round_id and r.outcome = 'failed'
    where t.step = 0 and m.last_day - ${CLAIMED} <= (
        select longest from audit.machine_life where from_day <= ${CLAIMED} order by from_day desc limit 1
      )
      and m.hash_rate = ${shareOf(sql`(${WITHHELD} - ${COVERED})`, 'r.rewarded_bps')}`,
};
