import { utcDay } from '@city-mint/domain/miner/mining-day';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { readLedgerTotals } from '@city-mint/server/ledger/accounts/queries';
import { runMining } from '@city-mint/server/miner/jobs';
import type { Database } from '@city-mint/server/platform/database/database';
import { makeLiabilitiesTrees } from '@city-mint/server/proof/commands/make-liabilities-trees';
import { runPools } from '@city-mint/server/rewards/jobs';
import { runRounds } from '@city-mint/server/rounds/jobs';
import { runTeam } from '@city-mint/server/team/jobs';
import { sql } from 'kysely';
import type pg from 'pg';
import type { TestApi } from '../setup/start-test-api.ts';
import { sealEverything } from './audited-chain.ts';
import { acceptAnyTerms } from './consent.ts';
import { createJoins } from './joins.ts';
import { newPerson, type Person } from './person.ts';
import { buildWeights } from './pools.ts';
import { rewriteSettings } from './rewrite-settings.ts';
import { buildPlan, closeWindow, JU, type OpenRound, openRound } from './rounds.ts';
import { bind } from './teams.ts';
import { buildWithdrawal } from './withdrawals.ts';

/** Digits that occur in no other amount, and remain in any share that is a power of ten. */
export const MARKER_DIGITS = '618033988749';
/** Returns this many JU and a fraction with the marker digits, in base units. */
export const markedAmount = (wholeJu: bigint) => tokenAmount(wholeJu * JU + BigInt(MARKER_DIGITS) * 10n ** 6n);

/** Returns a new signed-in user with this much JU (base units) and an accepted disclosure. */
export async function newConsentingPerson(world: Pick<RichWorld, 'api' | 'db'>, available: bigint): Promise<Person> {
  const person = await newPerson(world, available);
  await acceptAnyTerms(world.db, [person.userId]);
  return person;
}

export type RichWorld = { readonly db: Database; readonly pool: pg.Pool; readonly api: TestApi };

/** Makes all ids unusual from here on, so that an id in a reply cannot be a coincidence. */
export async function unusualIds({ db }: Pick<RichWorld, 'db'>): Promise<void> {
  for (const [table, first] of [
    ['app_user', 7_310_001],
    ['mint_order', 73_200_002_000n],
    ['withdrawal', 73_300_003_000n],
    ['session', 73_400_004_000n],
    ['machine', 7_350_005_000n],
    ['team_bind', 73_600_006_000n],
  ] as const) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${first})`.execute(db);
  }
}

/** Plays a minted and a failed round in which both users have orders; returns a third round, which is open. */
async function playRounds(world: RichWorld, { rich, other }: { rich: Person; other: Person }): Promise<OpenRound> {
  const { db, pool } = world;
  const joinRound = createJoins({ pool, db });
  const join = async (round: OpenRound, person: Person, amount: bigint) => {
    const order = { ...round, userId: person.userId, amount: tokenAmount(amount), requestId: crypto.randomUUID() };
    const answer = await joinRound({ ...order, consented: true });
    if (!('order' in answer)) throw new Error(JSON.stringify(answer));
  };
  const terms = { stageDelaysMs: [0, 1, 2] as [number, number, number] };
  const minted = await openRound(db, buildPlan({ city: 'Basel', rounds: 1, terms }));
  await join(minted, rich, markedAmount(100n));
  await join(minted, other, 150n * JU);
  await join(minted, rich, markedAmount(200n));
  await join(minted, other, 900n * JU);
  await runRounds(db);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await runRounds(db);
  const failed = await openRound(db, buildPlan({ city: 'Genoa', rounds: 1 }));
  await join(failed, rich, markedAmount(10n));
  await join(failed, other, 20n * JU);
  await join(failed, rich, markedAmount(30n));
  await closeWindow(db, failed.roundId);
  await runRounds(db);
  return openRound(db, buildPlan({ city: 'Turin', rounds: 1 }));
}

async function buildRecords({ db }: RichWorld, { account, userId }: Person): Promise<void> {
  const { address } = account;
  const hash = (digit: string) => `0x${digit.repeat(64)}`;
  for (const n of [1n, 2n]) {
    const amount = markedAmount(n).toString();
    await sql`insert into recharge (seq, user_id, currency, amount, block_number, block_at, tx_hash)
      values (${73_700_000n + n}, ${userId}, 0, ${amount}::numeric, ${n}, now(), ${hash(`${n}`)})`.execute(db);
    await sql`insert into swap
        (tx_hash, position, block_number, block_hash, block_at, is_final, outcome, account, pool, sold_currency, sold,
          received)
      values (${hash(`${n + 4n}`)}, 0, ${n}, ${hash('e')}, now(), true, 'swapped', ${address}, ${address}, 0,
        ${amount}::numeric, 5)`.execute(db);
    await sql`insert into auto_mint_cycle (user_id, round_id, event, order_id, rank, amount)
      select ${userId}, round_id, 'joined', id, rank, accepted from mint_order
      where user_id = ${userId} order by id offset ${n} limit 1`.execute(db);
    await sql`insert into team_day (day, user_id, recommended, rewards, bound)
      values (date '2019-01-01' + ${n}::int, ${userId}, ${amount}::numeric, ${amount}::numeric, 1)`.execute(db);
    await sql`insert into machine (user_id, order_id, round_id, hash_rate, claimed_at, first_day, last_day)
      select ${userId}, 73_900_000 + ${n}, round_id, ${amount}::numeric, now(), utc_day(now()) - 2, utc_day(now()) + 9
      from mint_order where user_id = ${userId} limit 1`.execute(db);
  }
  await sql`insert into exchange_grant (machine_id, user_id, uid, hash_rate)
    select id, user_id, '731004895', hash_rate from machine where user_id = ${userId}`.execute(db);
  await sql`insert into exchange_account (user_id, uid) values (${userId}, '731004895')`.execute(db);
  await sql`insert into auto_mint (user_id, enabled, keep, per_round_maximum, stop_after_losses, off_reason)
    values (${userId}, false, ${markedAmount(3n).toString()}::numeric, 0, 0, 'user')`.execute(db);
  await sql`insert into request_refusal (user_id, request_id, action, body_hash, error, details)
    values (${userId}, gen_random_uuid(), 'join', '', 'round-full', '{}')`.execute(db);
  await sql`insert into withdrawal_recipient (user_id, recipient, first_asked_at)
    values (${userId}, ${address}, now())`.execute(db);
  for (const state of ['requested', 'signed'] as const) {
    await buildWithdrawal(db, { userId, account: address, amount: markedAmount(4n), state });
  }
}

/**
 * Adds two or more of everything that a participant can have, with marked amounts, to `rich`; `other` takes part in the
 * same rounds. Returns the open round.
 */
export async function buildRichParticipant(
  world: RichWorld,
  people: { readonly rich: Person; readonly other: Person; readonly referrals: readonly Person[] },
): Promise<OpenRound> {
  const { db } = world;
  const { rich, other, referrals } = people;
  for (const { userId } of referrals) await bind(db, userId, rich.userId);
  const round = await playRounds(world, people);
  await buildRecords(world, rich);
  await runMining(db);
  await rewriteSettings(db, sql`update pool_setting set first_day = utc_day(clock_timestamp()) - 2`);
  const weights = [rich, other].map(({ userId }, index) => ({ userId, weight: BigInt(3 - index) }));
  await buildWeights(db, utcDay(Date.now()) - 2, weights);
  await runPools({ db });
  await runTeam(db);
  const readBalance = async (currency: 'JU' | 'FMC') => (await readLedgerTotals(db))[currency].inCustody;
  await sealEverything(db);
  await makeLiabilitiesTrees(db, { readBlock: async () => 77n, readBalance });
  return round;
}
