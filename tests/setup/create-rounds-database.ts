import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { buildFunds, buildParticipants } from '../builders/participants.ts';
import { JU } from '../builders/rounds.ts';
import { asRole } from './as-role.ts';
import { createTestDatabase } from './create-test-database.ts';

/** A migrated database with funds and participants, and connections to it as its owner, a worker and an operator. */
export type RoundsDatabase = {
  /** The owner's. */
  readonly url: string;
  readonly owner: Database;
  readonly worker: Database;
  readonly operator: Database;
  /** Ids of participants with 1,000 JU each. */
  readonly users: readonly bigint[];
  drop(): Promise<void>;
};

/** Creates the database of a test: a reserve of 500 JU, an emission in base units, and so many participants. */
export async function createRoundsDatabase(funds: {
  readonly emission: bigint;
  readonly participants: number;
}): Promise<RoundsDatabase> {
  const test = await createTestDatabase();
  const { url } = test;
  const owner = createDatabase({ url });
  const worker = createDatabase({ ...asRole(url, 'city_mint_worker') });
  const operator = createDatabase({ ...asRole(url, 'city_mint_operator') });
  await buildFunds(owner, { reserve: 500n * JU, emission: funds.emission });
  const users = await buildParticipants(owner, { count: funds.participants, available: 1_000n * JU });
  return {
    ...{ url, owner, worker, operator, users },
    async drop() {
      await Promise.all([owner.destroy(), worker.destroy(), operator.destroy()]);
      await test.drop();
    },
  };
}
