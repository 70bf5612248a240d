import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { sql } from 'kysely';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';

/**
 * The step that was done: opened a day, froze its emission, paid a range of participants, closed it. `waiting`: other
 * workers hold the due work. `none`: nothing is due.
 */
export type MiningStep = 'opened' | 'begun' | 'paid' | 'closed' | 'waiting' | 'none';

export type MiningSettings = {
  /** Machines per payment transaction. More are faster; fewer limit the work that a killed worker loses. */
  readonly chunkSize?: number;
};

/**
 * Performs the next step of the mining days in a separate transaction and returns it; a killed worker loses at most one
 * step. Days follow one another without a gap from the first machine's first day on, even if no worker ran. A day is
 * paid when it is over by the database's clock, with that day's settings: the functions of the database decide the
 * amounts, this decides which of them is next. Two callers can pay the halves of a day in parallel.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function advanceMiningDay(db: Database, settings: MiningSettings = {}): Promise<MiningStep> {
  const chunkSize = settings.chunkSize ?? 50_000;
  return inTransaction(db, async (tx) => {
    const unpaid = await findUnpaidDay(tx);
    if (unpaid?.isBegun === true && (await payRange(tx, unpaid.day, chunkSize))) return 'paid';
    if (!(await tryAcquireLock(tx, 'miningDays'))) return 'waiting';
    // Reads again, because the previous holder of the lock may have changed it.
    const day = await findUnpaidDay(tx);
    if (day === undefined) return (await openNextDay(tx)) ? 'opened' : 'none';
    if (!day.isOver) return 'none';
    if (!day.isBegun) return (await beginDay(tx, day.day, chunkSize)) ? 'begun' : 'waiting';
    if (await hasUnpaidPart(tx, day.day)) return 'waiting';
    await sql`select close_mining_day(${day.day}::int)`.execute(tx);
    return 'closed';
  });
}

type UnpaidDay = {
  readonly day: number;
  /** Whether its emission is frozen. */
  readonly isBegun: boolean;
  /** By the database's clock. */
  readonly isOver: boolean;
};

async function findUnpaidDay(tx: Database): Promise<UnpaidDay | undefined> {
  return tx
    .selectFrom('mining_day')
    .select([
      'day',
      sql<boolean>`emission is not null`.as('isBegun'),
      sql<boolean>`day < utc_day(clock_timestamp())`.as('isOver'),
    ])
    .where('paid_at', 'is', null)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
}

async function hasUnpaidPart(tx: Database, day: number): Promise<boolean> {
  const parts = tx.selectFrom('mining_day_part').select('part').where('day', '=', day).where('is_paid', '=', false);
  return (await parts.executeTakeFirst()) !== undefined;
}

/** Opens the day after the last one with the machines that mine on it. Returns false when it has not begun yet. */
async function openNextDay(tx: Database): Promise<boolean> {
  const { rows } = await sql<{ day: number | null }>`select open_mining_day() as day`.execute(tx);
  return (rows[0]?.day ?? null) !== null;
}

/** Freezes the emission of a past day. Returns false while a claim of machines is not committed. */
async function beginDay(tx: Database, day: number, chunkSize: number): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select begin_mining_day(${day}::int, ${chunkSize}::int) as begun`.execute(tx);
  return rows[0]?.begun === true;
}

/** Pays the next range of an unpaid half of the day; returns false when other workers hold all of them. */
async function payRange(tx: Database, day: number, chunkSize: number): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select pay_mining_day(${day}::int, ${chunkSize}::int) as paid`.execute(tx);
  return rows[0]?.paid === true;
}

/**
 * Sets the daily emission (FMC), the full hash power (both in base units) and the lifetime of newly claimed machines
 * from the next UTC day on; returns once it is stored.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
export async function setMiningSettings(tx: Database, setting: MiningSetting): Promise<void> {
  const { dailyEmission, fullHash, machineLifetimeDays } = setting;
  const values = {
    daily_emission: dailyEmission,
    full_hash: fullHash,
    machine_lifetime_days: machineLifetimeDays,
    set_at: sql<Date>`now()`,
  };
  await tx
    .insertInto('mining_setting')
    .values({ from_day: sql<number>`utc_day(clock_timestamp()) + 1`, ...values })
    .onConflict((conflict) => conflict.column('from_day').doUpdateSet(values))
    .execute();
}
