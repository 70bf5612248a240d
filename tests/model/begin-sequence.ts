import { type TokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import { clearAutoMint } from '../builders/auto-mint.ts';
import { acceptAnyTerms } from '../builders/consent.ts';
import { buildParticipants } from '../builders/participants.ts';
import type { ModelUser } from './money-model.ts';
import { type MoneyWorld, SYSTEM_ACCOUNTS } from './money-world.ts';
import type { Sequence } from './sequence.ts';

type Parts = { readonly number: number; readonly users: number; readonly reserveCap: TokenAmount };

/**
 * Returns the model of a sequence: new users, each but the first invited by the one before, two new cities, and the
 * system accounts as earlier sequences left them.
 */
export async function beginSequence(world: MoneyWorld, { number, users: count, reserveCap }: Parts): Promise<Sequence> {
  await world.owner.updateTable('round').set({ due_at: null }).where('due_at', 'is not', null).execute();
  await world.owner.updateTable('phase_plan').set({ due_at: null }).where('due_at', 'is not', null).execute();
  await world.owner.deleteFrom('fund_reservation').execute();
  await clearAutoMint(world.owner);
  const ids = await buildParticipants(world.owner, { count, available: 0n });
  await acceptAnyTerms(world.owner, ids);
  await sql`update participant p set inviter_id = i.user_id from participant i
    where p.user_id = any (${ids}::bigint[]) and i.user_id = any (${ids}::bigint[])
      and i.user_id = p.user_id - 1`.execute(world.owner);
  const users: ModelUser[] = [];
  for (const id of ids) {
    const autoMint = {
      enabled: false,
      keep: ZERO,
      perRoundMaximum: ZERO,
      stopAfterLosses: 0,
      parallelRounds: 1,
      version: 0,
    };
    users.push({
      id,
      inviter: users.at(-1) ?? null,
      isQualified: false,
      autoMint,
      queuePosition: null,
      failedRounds: 0,
    });
  }
  const names = ['A', 'B'].map((name) => `${name} ${number}`);
  await world.owner
    .insertInto('city')
    .values(names.map((name) => ({ name, latitude: 1, longitude: 1 })))
    .execute();
  return {
    balances: await world.readBalances(SYSTEM_ACCOUNTS),
    users,
    cities: names.map((name) => ({ name, plan: null, rounds: [] })),
    reserveCap,
    lastQueuePosition: 0,
    joins: [],
    withdrawals: [],
    done: 0,
  };
}
