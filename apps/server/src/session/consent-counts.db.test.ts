import { buildParticipants } from '@city-mint/tests/builders/participants';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { untilBlocked, whileHeld } from '@city-mint/tests/setup/hold-locks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { countConsents, insertConsent } from './store/disclosures.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(64)}`) as [string, string, string];

describe('counts of the last accepted disclosure', () => {
  let database: TestDatabase;
  let owner: Database;
  let users: bigint[];

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = createDatabase({ url: database.url, maxConnections: 4 });
    users = await buildParticipants(owner, { count: 4, available: 0n });
  });
  beforeEach(() => sql`update app_user set consent_hash = null`.execute(owner));
  afterAll(async () => {
    await owner.destroy();
    await database.drop();
  });

  const accept = (db: Database, user: number, hash: string) => insertConsent(db, tokenOf(users[user] ?? 0n), hash);
  const counted = async () => Object.fromEntries(await countConsents(owner));
  /** The counts computed from the users' rows. */
  const accepted = async () => {
    const { rows } = await sql<{ hash: string; users: number }>`
      select consent_hash as hash, count(*)::int as users from app_user
      where consent_hash is not null group by consent_hash`.execute(owner);
    return Object.fromEntries(rows.map((row) => [row.hash, row.users]));
  };
  /** User 0 changes from A to B while another user changes to `hash` and waits; returns both counts. */
  const acceptTogether = async (user: number, hash: string) => {
    for (const first of [0, 1]) await accept(owner, first, A);
    await whileHeld(
      owner,
      (tx) => accept(tx, 0, B),
      async (release) => {
        const waiting = accept(owner, user, hash);
        await untilBlocked(owner, 'accept_disclosure');
        release();
        await waiting;
      },
    );
    return { counted: await counted(), accepted: await accepted() };
  };
  /** Makes all connections write the same rows, as happens by chance with many; `changes` break the counting. */
  const withOneSlot = async (
    work: () => Promise<void>,
    ...changes: readonly (readonly [from: string, to: string])[]
  ) => {
    const restore = await breakFunction(owner, 'session_count_consents', ['% 16', '% 1'], ...changes);
    await work();
    await restore();
    await sql`update app_user set consent_hash = null`.execute(owner);
    await sql`truncate consent_count`.execute(owner);
  };

  test('default: each user counts once, for the last accepted disclosure', async () => {
    for (const user of [0, 1, 2]) await accept(owner, user, A);
    await accept(owner, 0, A);
    expect(await counted()).toEqual({ [A]: 3 });
    await accept(owner, 1, B);
    expect(await counted()).toEqual({ [A]: 2, [B]: 1 });
    await sql`update app_user set consent_hash = ${B} where id = any (${users}::bigint[])`.execute(owner);
    expect(await counted()).toEqual({ [B]: 4 });
    const undone = owner.transaction().execute(async (tx) => {
      await accept(tx, 0, A);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await counted()).toEqual({ [B]: 4 });
  });

  test('behavior: two users who accept at the same time are both counted, also in one row', async () => {
    await withOneSlot(async () => {
      const both = await acceptTogether(1, B);
      expect(both).toEqual({ counted: { [B]: 2 }, accepted: { [B]: 2 } });
    });
  });

  test('broken twin: adding to the count that the statement read loses one', async () => {
    const stale = `coalesce((select o.users from consent_count o
      where o.hash = excluded.hash and o.slot = excluded.slot), 0)`;
    await withOneSlot(async () => {
      const both = await acceptTogether(1, B);
      expect(both.accepted).toEqual({ [B]: 2 });
      expect(both.counted).not.toEqual(both.accepted);
    }, ['counted.users +', `${stale} +`]);
  });

  test('behavior: one user who accepts twice at the same time is counted once', async () => {
    const both = await acceptTogether(0, C);
    expect(both).toEqual({ counted: { [A]: 1, [C]: 1 }, accepted: { [A]: 1, [C]: 1 } });
  });

  test('behavior: no user begins with a consent, which would not be counted', async () => {
    const insert = sql`insert into app_user (address, consent_hash) values ('0x' || repeat('1', 40), ${A})`;
    await expect(insert.execute(owner)).rejects.toThrow('app user is new without consent');
  });
});
