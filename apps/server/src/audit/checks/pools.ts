import { ATTRIBUTION_DAYS } from '@city-mint/domain/team/attribution';
import { NODE_TYPES, NODE_WEIGHTS } from '@city-mint/domain/team/node-type';
import { LEVEL_WEIGHTS } from '@city-mint/domain/team/team-level';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { accountOf, type Finding, type KindCheck, type KnownOperators, type TransferRange } from './kind-check.ts';
import { findStatusFaults } from './own-ranks.ts';
import { findRankFaults } from './signed-ranks.ts';
import { readPools } from './signed-settings.ts';

/**
 * Days of the two pools (docs/money-rules.md#8-team-nodes-levels): a share is weighed by the member's rank at the end
 * of the day and by the amounts attributed in 30 days.
 */

type Pool = {
  readonly name: 'nodes' | 'levels';
  readonly kind: number;
  /** The rank in team_status_change, and its weights by code. */
  readonly rank: 'node_type' | 'team_level';
  readonly weights: readonly number[];
};

const NODES: Pool = {
  name: 'nodes',
  kind: 16,
  rank: 'node_type',
  weights: NODE_TYPES.map((type) => NODE_WEIGHTS[type]),
};
const LEVELS: Pool = { name: 'levels', kind: 17, rank: 'team_level', weights: Object.values(LEVEL_WEIGHTS) };

type Computing = { readonly range: TransferRange; readonly pool: Pool; readonly operators: KnownOperators };

/**
 * Computes the pool's next days, in their order, up to the last one whose shares are in the range. Returns faults of
 * ranks instead.
 */
async function computeDays(tx: Database, { range, pool, operators }: Computing): Promise<readonly Finding[]> {
  const faults = await findRankFaults(tx, operators);
  if (faults.length > 0) return faults;
  const { after, upTo } = range;
  const { rows } = await sql<{ last: bigint }>`
    select max(source_id) as last from ledger_transfer
    where id > ${after} and id <= ${upTo} and kind = ${pool.kind}`.execute(tx);
  const last = rows[0]?.last ?? 0n;
  let day: number | undefined;
  for (;;) {
    const computed = await computeNextDay(tx, { range, pool, operators });
    day = computed?.day ?? day;
    if (computed === undefined || computed.lastId >= last) break;
  }
  return day === undefined ? [] : findStatusFaults(tx, day);
}

/**
 * Computes the pool's next day; returns it with its last share, undefined when no further day is released. A day
 * releases at most the share of the balance before its first payment that the setting which operators signed allows.
 */
async function computeNextDay(
  tx: Database,
  { range, pool, operators }: Computing,
): Promise<{ readonly day: number; readonly lastId: bigint } | undefined> {
  const { after, upTo } = range;
  const next = await sql<{ day: number }>`
    select day from pool_day
    where pool = ${pool.name} and release is not null
      and day > coalesce((select max(day) from audit.pool_day where pool = ${pool.name}), -1)
    order by day limit 1`.execute(tx);
  const day = next.rows[0]?.day;
  if (day === undefined) return undefined;
  const bps = (await readPools(tx, operators)).mostOfDay(day, pool.name);
  const { rows } = await sql<{ day: number; lastId: bigint }>`
    with next as (
      select day, release from pool_day where pool = ${pool.name} and day = ${day}
    ), shares as (
      select coalesce(sum(s.weight), 0) as weights, coalesce(min(s.id), 0) as first_id,
        coalesce(max(s.id), 0) as last_id
      from next join pool_share s on s.day = next.day and s.pool = ${pool.name}
    ), first as (
      select t.debit_balance_after + t.amount as balance from ledger_transfer t cross join shares
      where t.id > ${after} and t.id <= ${upTo} and t.kind = ${pool.kind}
        and t.source_id between shares.first_id and shares.last_id
      order by t.id limit 1
    )
    insert into audit.pool_day (pool, day, release, weights, first_id, last_id)
    select ${pool.name}, next.day, least(next.release, div((select balance from first) * ${bps}::int, 10000)),
      shares.weights, shares.first_id, shares.last_id
    from next cross join shares
    returning day, last_id as "lastId"`.execute(tx);
  return rows[0];
}

function outputOf(pool: Pool): KindCheck {
  const weights = sql`(array[${sql.join(pool.weights.map((weight) => sql.lit(weight)))}])`;
  return {
    isOfChain: false,
    prepare: (tx, range, operators) => computeDays(tx, { range, pool, operators }),
    expected: sql`
      select t.id, ${accountOf(pool.name, { currency: 'JU' })} as debit,
        ${accountOf('available', { owner: 's.user_id', currency: 'JU' })} as credit,
        div(d.release * a.amount * ${weights}[${sql.ref(`c.${pool.rank}`)} + 1], d.weights) as amount
      from t join audit.pool_day d on d.pool = ${pool.name} and t.source_id between d.first_id and d.last_id
      join pool_share s on s.day = d.day and s.pool = ${pool.name} and s.user_id = t.credit_account >> 8
        and s.id = t.source_id
      cross join lateral (
        select sum(${sql.ref(pool.name)}) as amount from team_attribution
        where user_id = s.user_id and day between d.day - ${sql.lit(ATTRIBUTION_DAYS - 1)} and d.day
      ) a
      cross join lateral (
        select node_type, team_level from team_status_change
        where user_id = s.user_id and changed_at < timestamptz 'epoch' + (d.day + 1) * interval '24 hours'
        order by id desc limit 1
      ) c
      where t.step = 0`,
  };
}

export const nodeOutput = outputOf(NODES);
export const levelOutput = outputOf(LEVELS);
