import { accountId } from '@city-mint/domain/ledger/account-id';
import { ACCOUNT_KINDS } from '@city-mint/domain/ledger/account-kinds';
import { CURRENCIES } from '@city-mint/domain/ledger/currencies';
import { TRANSFER_KINDS } from '@city-mint/domain/ledger/transfer-kinds';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { releaseEmission } from '#rounds/reserve/commands.ts';

/** A mining day that has its emission; FMC and hash rate in base units. */
export type MiningDayRow = {
  readonly day: number;
  readonly hashRate: bigint;
  readonly emission: bigint;
  readonly paid: bigint;
  /** Everyone up to this user is paid. */
  readonly afterUser: bigint;
};

/**
 * Pays the machines of the next users, about `chunkSize` of them, in one transaction with the note that they are paid: each machine gets
 * `emission * hash rate / all hash rates`, rounded down, as `mineDay` of the domain says. False when nobody is left. docs/money-rules.md#7-hash-power-and-mining.
 */
export async function payMiningRange(tx: Database, day: MiningDayRow, chunkSize: number): Promise<boolean> {
  const { rows } = await sql<{ last: bigint | null; due: bigint | null }>`
    with ends as materialized (
      select max(user_id) as last from (
        select user_id from machine
        where user_id > ${day.afterUser} and ${day.day}::int between first_day and last_day
        order by user_id limit ${chunkSize}::int
      ) users
    ), written as (
      insert into machine_day (day, user_id, machine_id, hash_rate, output)
      select ${day.day}::int, m.user_id, m.id, m.hash_rate,
        div(${day.emission.toString()}::numeric * m.hash_rate, ${day.hashRate.toString()}::numeric)
      from machine m
      where m.user_id > ${day.afterUser} and m.user_id <= (select last from ends) and ${day.day}::int between m.first_day and m.last_day
      order by m.user_id, m.id
      returning user_id, output, id
    ), outputs as (
      select sum(output) as due,
        array_agg(ledger_account_id(user_id, ${CURRENCIES.FMC}::int, ${ACCOUNT_KINDS.available}::int)) as accounts,
        array_agg(output) as amounts, array_agg(id) as sources
      from written
    )
    select (select last from ends) as last, due, case when due > 0 then ledger_credit_many(
      ${TRANSFER_KINDS['hash-rate-output'].code}::int, ${accountId({ kind: 'emission', currency: 'FMC', owner: 0n })}::bigint,
      accounts, amounts, sources) end
    from outputs`.execute(tx);
  const [range] = rows;
  if (range?.last == null) return false;
  const due = range.due ?? 0n;
  await releaseEmission(tx, tokenAmount(due));
  await sql`
    update mining_day set after_user = ${range.last}, paid = paid + ${due.toString()}::numeric
    where day = ${day.day}::int`.execute(tx);
  return true;
}
