import type { grantActions } from '@city-mint/api-contract/operator/integrity-endpoints';
import type { Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { type ActionCases, HUGE_ID, newUser } from './operator-action-case.ts';

async function plantGrant(db: Database, state: 'waiting' | 'alarm'): Promise<string> {
  const { userId } = await newUser(db);
  const { rows } = await sql<{ machine_id: bigint }>`
    insert into exchange_grant (machine_id, user_id, uid, hash_rate, state, attempts, due_at, last_error)
    select coalesce(max(machine_id), 0) + 1, ${userId}, '123456', 5, ${state}, 3, now() + interval '1 hour',
      'hash power 1'
    from exchange_grant
    returning machine_id`.execute(db);
  return `${rows[0]?.machine_id}`;
}

/** Cases of what operators decide on at the exchange: grants that wait or raised an alarm, and accounts. */
export const grantCases: ActionCases<keyof typeof grantActions> = {
  'POST /api/ops/grants/release': async ({ db }) => {
    const machineId = await plantGrant(db, 'alarm');
    return {
      fields: { machineId },
      operators: 2,
      watch: `select state, attempts, grant_id from exchange_grant where machine_id = ${machineId}`,
      refused: [
        [{ machineId: await plantGrant(db, 'waiting') }, 'grant-not-in-alarm'],
        [{ machineId: HUGE_ID }, 'not-found'],
      ],
      again: 'grant-not-in-alarm',
    };
  },
  'POST /api/ops/grants/resend': async ({ db }) => {
    const machineId = await plantGrant(db, 'waiting');
    return {
      fields: { machineId },
      operators: 1,
      watch: `select state, due_at <= clock_timestamp(), grant_id from exchange_grant where machine_id = ${machineId}`,
      refused: [
        [{ machineId: await plantGrant(db, 'alarm') }, 'grant-not-waiting'],
        [{ machineId: HUGE_ID }, 'not-found'],
      ],
      again: 'done',
    };
  },
  'POST /api/ops/exchangeAccounts/free': async ({ db }) => {
    const { userId } = await newUser(db);
    const [address, unbound] = [`0x${'7'.repeat(40)}`, `0x${'8'.repeat(40)}`];
    await sql`update app_user set address = ${address} where id = ${userId}`.execute(db);
    await sql`update app_user set address = ${unbound} where id = ${(await newUser(db)).userId}`.execute(db);
    await sql`insert into exchange_account (user_id, uid) values (${userId}, '987654321')`.execute(db);
    return {
      fields: { address },
      operators: 2,
      watch: `select count(*) from exchange_account where user_id = ${userId}`,
      refused: [
        [{ address: `0x${'9'.repeat(40)}` }, 'unknown-address'],
        [{ address: unbound }, 'account-not-bound'],
      ],
      again: 'account-not-bound',
    };
  },
};
