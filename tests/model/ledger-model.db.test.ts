import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { readLedgerTotals } from '@city-mint/server/ledger/queries/read-ledger-totals';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFunds } from '../builders/participants.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { anyCommand } from './any-command.ts';
import { beginSequence } from './begin-sequence.ts';
import { type MoneyWorld, openWorld } from './money-world.ts';
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

function begin(lane: Lane): Promise<Sequence> {
  lane.sequences += 1;
  return beginSequence(lane.world, { number: lane.sequences, users: USERS, reserveCap: RESERVE_CAP });
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
