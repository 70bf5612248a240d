import { buildParticipants } from '@city-mint/tests/builders/participants';
import { tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '#platform/database/database.ts';
import { observeAutoMintRequests } from '../metrics.ts';

test.each(['city_mint_api', 'city_mint_verifier'] as const)(
  'default: %s shows how many requests wait, and for how long the oldest has',
  async (role) => {
    const database = await createTestDatabase();
    const owner = createDatabase({ url: database.url, maxConnections: 1 });
    const db = createDatabase({ ...asRole(database.url, role), maxConnections: 1 });
    onTestFinished(async () => {
      await Promise.all([owner.destroy(), db.destroy()]);
      await database.drop();
    });
    const read = async () => {
      // A registry repeats its figures for half a second.
      const registry = new Registry();
      observeAutoMintRequests(registry, db);
      const values = (await registry.getMetricsAsJSON()).map(({ values: [first] }) => first?.value ?? 0);
      return values.map(Math.floor);
    };
    expect(await read()).toEqual([0, 0]);
    const [first = 0n, second = 0n] = await buildParticipants(owner, { count: 2, available: 0n });
    for (const user of [first, second]) {
      await sql`select ask_auto_mint(${tokenOf(user)}, ${'ab'.repeat(16)}, 0, 0, 0, 0, null, 'text', '0x11')`.execute(
        owner,
      );
    }
    await sql`update auto_mint_request set asked_at = now() - interval '90 seconds'
      where user_id = ${first}`.execute(owner);
    const [waiting, oldest] = await read();
    expect(waiting).toBe(2);
    expect(oldest).toBeGreaterThanOrEqual(90);
    await sql`update auto_mint_request set state = 'done'`.execute(owner);
    expect(await read()).toEqual([0, 0]);
  },
);
