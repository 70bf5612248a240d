import { accountId } from '@city-mint/domain/ledger/account-id';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import type { MiningSetting } from '@city-mint/domain/miner/check-mining-setting';
import { type DayLimits, dayEmission } from '@city-mint/domain/miner/mining-day';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { tryAcquireLock } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import { freezeEmission, releaseEmission } from '#rounds/reserve/commands.ts';

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
 * paid when it is over by the database's clock, with that day's settings. Two callers can pay the halves of a day in
 * parallel. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function advanceMiningDay(db: Database, settings: MiningSettings = {}): Promise<MiningStep> {
  const chunkSize = settings.chunkSize ?? 50_000;
  return inTransaction(db, async (tx) => {
    const unpaid = await findUnpaidDay(tx);
    // Uses the same reading: another worker may since have begun a day that was not begun in it, and opened its parts.
    const begun = unpaid === undefined ? undefined : asBegun(unpaid);
    const part = begun === undefined ? undefined : await takePart(tx, begun.day);
    if (begun !== undefined && part !== undefined) {
      await payMiningRange(tx, { day: begun, part, chunkSize });
      return 'paid';
    }
    if (!(await tryAcquireLock(tx, 'miningDays'))) return 'waiting';
    // Reads again, because the previous holder of the lock may have changed it.
    const day = await findUnpaidDay(tx);
    const today = await readToday(tx);
    if (day === undefined) return (await openNextDay(tx, today)) ? 'opened' : 'none';
    if (day.day >= today) return 'none';
    if (day.emission === null) return beginDay(tx, day.day, chunkSize);
    if (await hasUnpaidPart(tx, day.day)) return 'waiting';
    await closeDay(tx, day.day);
    return 'closed';
  });
}

async function findUnpaidDay(tx: Database): Promise<UnpaidDay | undefined> {
  const row = await tx
    .selectFrom('mining_day')
    .select(['day', 'hash_rate', 'emission'])
    .where('paid_at', 'is', null)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { day, hash_rate, emission } = row;
  return { day, hashRate: hash_rate, emission };
}

/** The day with its frozen emission; undefined before the day is begun. */
function asBegun({ emission, ...day }: UnpaidDay): BegunDay | undefined {
  return emission === null ? undefined : { ...day, emission };
}

/** Locks the next unpaid half of the day for this transaction; undefined when other workers hold all of them. */
async function takePart(tx: Database, day: number): Promise<DayPart | undefined> {
  const row = await tx
    .selectFrom('mining_day_part')
    .select(['part', 'after_user', 'until_user'])
    .where('day', '=', day)
    .where('is_paid', '=', false)
    .orderBy('part')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row && { part: row.part, afterUser: row.after_user, untilUser: row.until_user };
}

async function hasUnpaidPart(tx: Database, day: number): Promise<boolean> {
  const parts = tx.selectFrom('mining_day_part').select('part').where('day', '=', day).where('is_paid', '=', false);
  return (await parts.executeTakeFirst()) !== undefined;
}

/** Opens the day after the last one with the machines that mine on it. Returns false when it has not begun yet. */
async function openNextDay(tx: Database, today: number): Promise<boolean> {
  const { rows: next } = await sql<{ day: number | null }>`
    select coalesce((select max(day) + 1 from mining_day), (select min(first_day) from machine)) as day`.execute(tx);
  const day = next[0]?.day ?? null;
  if (day === null || day > today) return false;
  // The day is a constant here: joined to a row with the day, the machines take three times as long.
  await sql`
    insert into mining_day (day, machines, hash_rate)
    select ${day}::int, count(*), coalesce(sum(hash_rate), 0) from machine
    where ${day}::int between first_day and last_day`.execute(tx);
  return true;
}

/**
 * Begins the payment of a past day: counts its machines a last time, since a claim of the evening before may have
 * committed late, and freezes its emission. Waits while a claim is not committed: if someone holds a claim open until
 * its machine's first day is over, that machine would be paid from an amount that was computed without it.
 */
async function beginDay(tx: Database, day: number, chunkSize: number): Promise<MiningStep> {
  if (!(await tryAcquireLock(tx, 'machineClaims'))) return 'waiting';
  const { rows } = await sql<{ machines: number; hash_rate: bigint }>`
    update mining_day d set machines = now.machines, hash_rate = now.hash_rate
    from (
      select count(*)::int as machines, coalesce(sum(hash_rate), 0) as hash_rate from machine
      where ${day}::int between first_day and last_day
    ) now where d.day = ${day}::int returning d.machines, d.hash_rate`.execute(tx);
  const hashPower = tokenAmount(rows[0]?.hash_rate ?? 0n);
  const limits = await readDayLimits(tx, day);
  const emission = await freezeEmission(tx, (emissionRemaining) =>
    dayEmission({ ...limits, emissionRemaining }, hashPower),
  );
  await tx.updateTable('mining_day').set({ emission }).where('day', '=', day).execute();
  await openParts(tx, { day, machines: rows[0]?.machines ?? 0, chunkSize });
  return 'begun';
}

/** Divides the day's users into two halves with equal numbers of machines; a day that fits one payment stays whole. */
async function openParts(
  tx: Database,
  { day, machines, chunkSize }: { readonly day: number; readonly machines: number; readonly chunkSize: number },
): Promise<void> {
  const half = machines > chunkSize ? Math.floor(machines / 2) : null;
  await sql`
    with middle as (
      select user_id from machine where ${half}::int is not null and ${day}::int between first_day and last_day
      order by user_id offset ${half}::int limit 1
    )
    insert into mining_day_part (day, part, after_user, until_user)
    select ${day}::int, 0, 0, coalesce((select user_id from middle), ${LAST_USER})
    union all select ${day}::int, 1, user_id, ${LAST_USER} from middle`.execute(tx);
}

/** An upper bound of all user ids. */
const LAST_USER = sql`9223372036854775807`;

/** The limits of that day's settings, not of the settings at the time of payment. */
async function readDayLimits(tx: Database, day: number): Promise<Omit<DayLimits, 'emissionRemaining'>> {
  const row = await tx
    .selectFrom('mining_setting')
    .select(['daily_emission', 'full_hash'])
    .where('from_day', '<=', day)
    .orderBy('from_day', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { dailyEmission: tokenAmount(row.daily_emission), fullHash: tokenAmount(row.full_hash) };
}

async function readToday(tx: Database): Promise<number> {
  const { rows } = await sql<{ today: number }>`select utc_day(clock_timestamp()) as today`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no UTC day');
  return row.today;
}

/** Closes a day whose halves are paid, and releases the emission that none of its machines received. */
async function closeDay(tx: Database, day: number): Promise<void> {
  // Reads the rest in the update, because a half may have been paid since the day was read.
  const { left } = await tx
    .updateTable('mining_day')
    .set({ paid_at: sql<Date>`clock_timestamp()` })
    .where('day', '=', day)
    .returning(sql<bigint>`emission - paid`.as('left'))
    .executeTakeFirstOrThrow();
  await releaseEmission(tx, tokenAmount(left));
}

/** A mining day; FMC and hash rate in base units, the emission null before the day is begun. */
type UnpaidDay = {
  readonly day: number;
  readonly hashRate: bigint;
  readonly emission: bigint | null;
};

type BegunDay = UnpaidDay & { readonly emission: bigint };

/** A half of a day: pays users above `afterUser` up to `untilUser`. */
type DayPart = { readonly part: number; readonly afterUser: bigint; readonly untilUser: bigint };

type MiningRange = { readonly day: BegunDay; readonly part: DayPart; readonly chunkSize: number };

/**
 * Pays the next users of a half, with about `chunkSize` machines, and advances its checkpoint in the same transaction.
 * Each machine receives `emission * hash rate / all hash rates`, rounded down, as `mineDay` of the domain computes.
 * docs/money-rules.md#7-hash-power-and-mining.
 */
async function payMiningRange(tx: Database, { day, part, chunkSize }: MiningRange): Promise<void> {
  const { rows } = await sql<{ last: bigint | null; machines: number; due: bigint | null }>`
    with written as (
      insert into machine_day (day, user_id, machine_id, hash_rate, output)
      select ${day.day}::int, m.user_id, m.id, m.hash_rate,
        div(${day.emission.toString()}::numeric * m.hash_rate, ${day.hashRate.toString()}::numeric)
      from machine m
      where m.user_id > ${part.afterUser} and m.user_id <= ${part.untilUser}
        and ${day.day}::int between m.first_day and m.last_day
      -- WITH TIES includes all machines of the last user.
      order by m.user_id fetch first (${chunkSize}::int) rows with ties
      returning user_id, output, id
    ), outputs as (
      select max(user_id) as last, count(*)::int as machines, sum(output) as due,
        array_agg(account_available(user_id, currency_fmc())) as accounts,
        array_agg(output) as amounts, array_agg(id) as sources
      from written
    )
    select last, machines, due, case when due > 0 then ledger_credit_many(
      ${TRANSFER_KINDS['hash-rate-output'].code}::int,
      ${accountId({ kind: 'emission', currency: 'FMC', owner: 0n })}::bigint,
      accounts, amounts, sources) end
    from outputs`.execute(tx);
  const [range] = rows;
  const due = range?.due ?? 0n;
  await tx
    .updateTable('mining_day_part')
    .set({ after_user: range?.last ?? part.untilUser, is_paid: (range?.machines ?? 0) < chunkSize })
    .where('day', '=', day.day)
    .where('part', '=', part.part)
    .execute();
  if (due === 0n) return;
  // Both halves update these rows: last, and in this order.
  await releaseEmission(tx, tokenAmount(due));
  await sql`
    update mining_day set paid = paid + ${due.toString()}::numeric where day = ${day.day}::int`.execute(tx);
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
