import { tokenAmount, ZERO } from '@city-mint/domain/money/token-amount';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedgerTotals } from '../../apps/server/src/ledger/queries/read-ledger-totals.ts';
import { clearAutoMint } from '../build/auto-mint.ts';
import { buildFunds, buildParticipants } from '../build/participants.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { anyCommand } from './any-command.ts';
import type { ModelUser } from './money-model.ts';
import { HOUSE, type MoneyWorld, openWorld } from './money-world.ts';
import type { Sequence } from './sequence.ts';

/** `MODEL_SEQUENCES=2000` for a long run. */
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 200);
const OPERATIONS = 100;
/** Each on a database of its own, side by side. */
const LANES = 2;
const USERS = 5;
const RESERVE_CAP = tokenAmount(150n);

type Lane = { database: TestDatabase; world: MoneyWorld; done: number; sequences: number };
const lanes: Lane[] = [];

beforeAll(async () => {
  for (let lane = 0; lane < LANES; lane += 1) {
    const database = await createTestDatabase();
    const world = await openWorld(database.url);
    await buildFunds(world.owner, { reserve: 100n, emission: 1_000_000n });
    await world.owner.updateTable('reserve_setting').set({ cap: RESERVE_CAP }).execute();
    lanes.push({ database, world, done: 0, sequences: 0 });
  }
});
afterAll(async () => {
  for (const { database, world } of lanes) {
    await world.end();
    await database.drop();
  }
});

/** New users, each but the first invited by the one before, two new cities, and the house as the sequences before have left it. */
async function begin(lane: Lane): Promise<Sequence> {
  const { world } = lane;
  lane.sequences += 1;
  await world.owner.updateTable('round').set({ due_at: null }).where('due_at', 'is not', null).execute();
  await world.owner.updateTable('phase_plan').set({ due_at: null }).where('due_at', 'is not', null).execute();
  await world.owner.updateTable('settlement_turn').set({ round_id: null }).execute();
  await clearAutoMint(world.owner);
  const ids = await buildParticipants(world.owner, { count: USERS, available: 0n });
  await sql`update participant p set inviter_id = i.user_id from participant i
    where p.user_id = any (${ids}::bigint[]) and i.user_id = any (${ids}::bigint[]) and i.user_id = p.user_id - 1`.execute(
    world.owner,
  );
  const users: ModelUser[] = [];
  for (const id of ids) {
    const autoMint = { enabled: false, keep: ZERO, perRoundMaximum: ZERO, stopAfterLosses: 0, version: 0 };
    users.push({ id, inviter: users.at(-1) ?? null, isQualified: false, autoMint, turn: null, failedRounds: 0 });
  }
  const names = ['A', 'B'].map((name) => `${name} ${lane.sequences}`);
  await world.owner
    .insertInto('city')
    .values(names.map((name) => ({ name, latitude: 1, longitude: 1 })))
    .execute();
  return {
    balances: await world.readBalances(HOUSE),
    users,
    cities: names.map((name) => ({ name, plan: null, rounds: [] })),
    reserveCap: RESERVE_CAP,
    turns: 0,
    joins: [],
    withdrawals: [],
    done: 0,
  };
}

test(
  `after each of ${SEQUENCES} × ${OPERATIONS} operations every balance is the model's`,
  async () => {
    const property = (lane: Lane) =>
      fc.assert(
        fc.asyncProperty(fc.array(anyCommand, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (commands) => {
          const model = await begin(lane);
          await fc.asyncModelRun(() => ({ model, real: lane.world }), commands);
          expect(model.done).toBe(commands.length);
          lane.done += model.done;
        }),
        // A sequence cannot be played again on the same house, so there is nothing to shrink; the seed plays all of them again.
        { numRuns: Math.ceil(SEQUENCES / LANES), endOnFailure: true },
      );
    await Promise.all(lanes.map(property));
    expect(lanes.reduce((sum, { done }) => sum + done, 0)).toBeGreaterThanOrEqual(SEQUENCES * OPERATIONS);
    for (const { world } of lanes) {
      const totals = await readLedgerTotals(world.owner);
      expect([totals.JU.sum, totals.FMC.sum]).toEqual([0n, 0n]);
    }
  },
  Math.max(180_000, SEQUENCES * 2_000),
);

test('a movement that the model does not know of is noticed at the next operation (the broken twin)', async () => {
  const [lane] = lanes;
  if (lane === undefined) throw new Error('no lane');
  const model = await begin(lane);
  const [user] = model.users;
  if (user === undefined) throw new Error('no user');
  await lane.world.deposit(user, tokenAmount(1n));
  const [anyOther] = fc.sample(anyCommand, { numRuns: 1, seed: 7 });
  if (anyOther === undefined) throw new Error('no command');
  await expect(fc.asyncModelRun(() => ({ model, real: lane.world }), [anyOther])).rejects.toThrow();
});
