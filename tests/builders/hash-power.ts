import type { RequestOf } from '@city-mint/api-contract/endpoints';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '@city-mint/server/platform/database/database';
import { runRounds } from '@city-mint/server/rounds/jobs';
import type pg from 'pg';
import type { TestApi } from '../setup/start-test-api.ts';
import { createJoins } from './joins.ts';
import type { Person } from './person.ts';
import { buildPlan, closeWindow, JU, openRound } from './rounds.ts';

/**
 * Opens round 1 of a phase that these people join with 10 JU each, and has it fail: 3 % lost, nothing in the reserve,
 * so 0.6 of hash power each. Needs the owner's connection. Returns nothing.
 */
export async function failRound(
  { pool, db, phase }: { readonly pool: pg.Pool; readonly db: Database; readonly phase: number },
  people: readonly Person[],
): Promise<void> {
  // Losses refill the reserve up to its cap, and would cover those of the next round.
  await db.updateTable('reserve_setting').set({ cap: 0n }).execute();
  const { roundId, termsHash } = await openRound(db, buildPlan({ phase }));
  const joinRound = createJoins({ pool, db });
  for (const { userId } of people) {
    const amount = tokenAmount(10n * JU);
    await joinRound({ userId, roundId, amount, termsHash, requestId: crypto.randomUUID(), consented: true });
  }
  await closeWindow(db, roundId);
  await runRounds(db, {
    onStepError: (error) => {
      throw error;
    },
  });
}

type Collect = RequestOf<'POST /api/biz/collect/ju/power'>;

/** Sends a person's call that claims hash power; returns the answer. */
export function collect(api: TestApi, person: Person, body: Collect) {
  return api.client(person.token).call('POST /api/biz/collect/ju/power', body);
}

/** Returns the fields of that call by which a person names an account, signed by their wallet. */
export async function namedAccount(
  api: TestApi,
  person: Person,
  { uid, code }: { readonly uid: string; readonly code: string },
) {
  const text = await api
    .client(person.token)
    .call('POST /api/app/user/confirmMessage', { action: 'bind-exchange-uid', uid });
  if (!text.ok) throw new Error(text.error);
  const sign_hex = await person.account.signMessage({ message: text.data.message });
  return { uid, code, nonce: text.data.nonce, sign_hex };
}
