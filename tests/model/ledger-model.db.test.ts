import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { compareWithLedger } from '@city-mint/server/audit/commands/compare-with-ledger';
import { followJournal } from '@city-mint/server/audit/commands/follow-journal';
import { readLedgerTotals } from '@city-mint/server/ledger/accounts/queries';
import { createDatabase } from '@city-mint/server/platform/database/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sealEverything, showBuiltBalances, showEventsToAuditor } from '../builders/audited-chain.ts';
import { buildFunds } from '../builders/participants.ts';
import { KNOWN_OPERATORS as operators } from '../builders/signed-decisions.ts';
import { setSignedCap, signPlans } from '../builders/signed-settings.ts';
import { asRole } from '../setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';
import { anyCommand } from './any-command.ts';
import { beginSequence } from './begin-sequence.ts';
import { type MoneyWorld, openWorld } from './money-world.ts';
import type { Sequence } from './sequence.ts';

/** Sequences of a change's run, and of the long one; MODEL_SEQUENCES=2000 makes that longer. */
const SEQUENCES = 30;
const SOAK_SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 100);
const OPERATIONS = 100;
/** Databases on which sequences run concurrently. */
const PARTITIONS = 2;
const USERS = 5;
const RESERVE_CAP = tokenAmount(150n);

type Partition = { database: TestDatabase; world: MoneyWorld; done: number; sequences: number };
const partitions: Partition[] = [];

beforeAll(async () => {
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const database = await createTestDatabase();
    const world = await openWorld(database.url);
    await buildFunds(world.owner, { reserve: 100n, emission: 1_000_000n });
    await setSignedCap(world.owner, RESERVE_CAP);
    partitions.push({ database, world, done: 0, sequences: 0 });
  }
});
afterAll(async () => {
  for (const { database, world } of partitions) {
    await world.end();
    await database.drop();
  }
});

function begin(partition: Partition): Promise<Sequence> {
  partition.sequences += 1;
  return beginSequence(partition.world, { number: partition.sequences, users: USERS, reserveCap: RESERVE_CAP });
}

async function holdModel(sequences: number): Promise<void> {
  const property = (partition: Partition) =>
    fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: OPERATIONS, maxLength: OPERATIONS }), async (commands) => {
        const model = await begin(partition);
        await fc.asyncModelRun(() => ({ model, real: partition.world }), commands);
        expect(model.done).toBe(commands.length);
        partition.done += model.done;
      }),
      // A sequence cannot be repeated on the same system accounts, so there is no shrinking; the seed repeats all.
      { numRuns: Math.ceil(sequences / PARTITIONS), endOnFailure: true },
    );
  const before = countDone();
  await Promise.all(partitions.map(property));
  expect(countDone() - before).toBeGreaterThanOrEqual(sequences * OPERATIONS);
  for (const { world } of partitions) {
    const totals = await readLedgerTotals(world.owner);
    expect([totals.JU.sum, totals.FMC.sum]).toEqual([0n, 0n]);
  }
}

function countDone(): number {
  return partitions.reduce((sum, { done }) => sum + done, 0);
}

test(`after each of ${SEQUENCES} × ${OPERATIONS} operations every balance is the model's`, () => holdModel(SEQUENCES));

test(
  `after each of ${SOAK_SEQUENCES} × ${OPERATIONS} operations every balance is the model's`,
  { tags: ['soak-6'], timeout: Math.max(1_800_000, SOAK_SEQUENCES * 10_000) },
  () => holdModel(SOAK_SEQUENCES),
);

test('the auditor believes every operation of the sequences, and has the same balances', async () => {
  for (const { database, world } of partitions) {
    await showEventsToAuditor(world.owner);
    await showBuiltBalances(world.owner);
    await signPlans(world.owner);
    const auditor = createDatabase({ ...asRole(database.url, 'city_mint_auditor'), maxConnections: 2, waitMs: 60_000 });
    onTestFinished(() => auditor.destroy());
    await sealEverything(world.owner);
    expect(await followJournal(auditor, { operators, entries: 1_000 })).toMatchObject({ result: 'followed' });
    expect(await followJournal(auditor, { operators })).toEqual({ result: 'complete' });
    expect(await compareWithLedger(auditor, -1n)).toMatchObject({ findings: [] });
  }
});

test('broken twin: a transfer that is not in the model is noticed at the next operation', async () => {
  const [partition] = partitions;
  if (partition === undefined) throw new Error('no partition');
  const model = await begin(partition);
  const [user] = model.users;
  if (user === undefined) throw new Error('no user');
  await partition.world.deposit(user, tokenAmount(1n));
  const [anyOther] = fc.sample(anyCommand, { numRuns: 1, seed: 7 });
  if (anyOther === undefined) throw new Error('no command');
  await expect(fc.asyncModelRun(() => ({ model, real: partition.world }), [anyOther])).rejects.toThrow();
});
