import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { freezeEmission, releaseEmission } from '#rounds/reserve/commands.ts';
import { type MiningDayRow, payMiningRange } from './pay-mining-range.ts';

/**
 * What a step did: opened a day, gave it its emission, paid a range of participants, closed it. `waiting`: a settlement
 * is under way or another worker is at it. `none`: nothing is due.
 */
export type MiningStep = 'opened' | 'begun' | 'paid' | 'closed' | 'waiting' | 'none';

export type MiningSettings = {
  /** Machines that one payment transaction covers; larger is faster, smaller loses less work in a kill. */
  readonly chunkSize?: number;
};

/**
 * Takes the one next step of the mining days, each in a transaction of its own: a worker that is killed loses at most
 * one. Days follow one another without a gap from the first machine's first day on, also after days without a worker; a
 * day is paid when it is over by the database's clock, with what was set for that day.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function advanceMiningDay(db: Database, settings: MiningSettings = {}): Promise<MiningStep> {
  return inTransaction(db, async (tx) => {
    if (!(await tryAcquireLock(tx, 'miningDays'))) return 'waiting';
    const today = await readToday(tx);
    const day = await findUnpaidDay(tx);
    if (day === undefined) return (await openNextDay(tx, today)) ? 'opened' : 'none';
    if (day.day >= today) return 'none';
    if (day.emission === null) return beginDay(tx, day.day);
    if (await payMiningRange(tx, { ...day, emission: day.emission }, settings.chunkSize ?? 50_000)) return 'paid';
    await closeDay(tx, { ...day, emission: day.emission });
    return 'closed';
  });
}

type UnpaidDay = Omit<MiningDayRow, 'emission'> & { readonly emission: bigint | null };

async function findUnpaidDay(tx: Database): Promise<UnpaidDay | undefined> {
  const row = await tx
    .selectFrom('mining_day')
    .selectAll()
    .where('paid_at', 'is', null)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { day, hash_rate, emission, paid, after_user } = row;
  return { day, hashRate: hash_rate, emission, paid, afterUser: after_user };
}

/** Opens the day after the last one, once it has begun, with the machines that mine on it. */
async function openNextDay(tx: Database, today: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mining_day (day, machines, hash_rate)
    select next.day, count(m.id), coalesce(sum(m.hash_rate), 0)
    from (select coalesce((select max(day) + 1 from mining_day), (select min(first_day) from machine)) as day) next
    left join machine m on next.day between m.first_day and m.last_day
    where next.day <= ${today}::int
    group by next.day returning day`.execute(tx);
  return rows.length === 1;
}

/**
 * The day is over: counts its machines for good, for a claim of the evening before may have come in late, and sets its
 * emission aside.
 */
async function beginDay(tx: Database, day: number): Promise<MiningStep> {
  const emission = await freezeEmission(tx, await readDailyEmission(tx, day));
  if (emission === undefined) return 'waiting';
  await sql`
    update mining_day d set emission = ${emission.toString()}::numeric, machines = now.machines, hash_rate = now.hash_rate
    from (
      select count(*)::int as machines, coalesce(sum(hash_rate), 0) as hash_rate from machine
      where ${day}::int between first_day and last_day
    ) now where d.day = ${day}::int`.execute(tx);
  return 'begun';
}

/** What was set for that day, whatever counts when it is paid. */
async function readDailyEmission(tx: Database, day: number): Promise<TokenAmount> {
  const { daily_emission: daily } = await tx
    .selectFrom('mining_setting')
    .select('daily_emission')
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return tokenAmount(daily);
}

async function readToday(tx: Database): Promise<number> {
  const { rows } = await sql<{ today: number }>`select utc_day(clock_timestamp()) as today`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not say which day it is');
  return row.today;
}

async function closeDay(tx: Database, { day, emission, paid }: MiningDayRow): Promise<void> {
  await releaseEmission(tx, tokenAmount(emission - paid));
  await tx.updateTable('mining_day').set({ paid_at: sql<Date>`clock_timestamp()` }).where('day', '=', day).execute();
}
