import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { buildFunds, buildParticipants } from '@city-mint/tests/builders/participants';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { tokensSql } from '@city-mint/tests/builders/sessions';
import { bind, bindInviter } from '@city-mint/tests/builders/teams';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { countBlocked, untilBlocked, whileHeld } from '@city-mint/tests/setup/hold-locks';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { advanceRound } from '../lifecycle/commands.ts';

type Full = {
  readonly owner: Database;
  readonly worker: Database;
  readonly roundId: bigint;
  readonly inviter: bigint;
  readonly invited: bigint;
};

/** A full round whose next step computes its settlement; one of its participants has no inviter yet. */
async function fillRound(): Promise<Full> {
  const database = await createTestDatabase();
  const owner = createDatabase({ url: database.url });
  const worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  onTestFinished(async () => {
    await Promise.all([owner.destroy(), worker.destroy()]);
    await database.drop();
  });
  await buildFunds(owner, { reserve: 20n * JU, emission: 10_000n * JU });
  const [inviter = 0n, invited = 0n] = await buildParticipants(owner, { count: 2, available: 3n * JU });
  const round = await openRound(owner, buildPlan({ firstQuota: tokenAmount(3n * JU) }));
  await sql`select join_rounds(array[${round.roundId}::bigint], array[${round.termsHash}],
    ${tokensSql(sql`array[${invited}::bigint]`)},
    array[${(3n * JU).toString()}::numeric], array[gen_random_uuid()], array[1], array[1])`.execute(owner);
  await advanceRound(owner);
  return { owner, worker, roundId: round.roundId, inviter, invited };
}

/** The inviter by which the round was settled, and the one by the published times. */
async function readInviters({ owner, roundId }: Full) {
  const { rows } = await sql<{ settled: bigint | null; published: bigint | null }>`
    select s.inviter_id as settled, b.inviter_id as published
    from order_settlement s join round_settlement using (round_id)
    left join team_bind b on b.user_id = s.user_id and b.bound_at <= settled_at
    where s.round_id = ${roundId}`.execute(owner);
  expect(rows).toHaveLength(1);
  return rows[0];
}

/** Binds the invited user without committing. */
async function bindWithin(tx: Database, { inviter, invited }: Full): Promise<void> {
  await bindInviter(tx, invited, inviter);
  await sql`insert into team_bind (user_id, inviter_id) values (${invited}, ${inviter})`.execute(tx);
}

test('a binding that commits while a settlement computes is later than the settlement', async () => {
  const full = await fillRound();
  const { owner, worker, inviter, invited } = full;
  // The computation waits when it writes, so after its snapshot.
  await sql`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(1); return new; end $$`.execute(owner);
  await sql`create trigger waits_for_test before insert on order_settlement
    for each row execute function wait_for_test()`.execute(owner);
  const hold = (tx: Database) => sql`select pg_advisory_xact_lock(1)`.execute(tx);
  await whileHeld(owner, hold, async (release) => {
    const settling = advanceRound(worker);
    await untilBlocked(owner, 'settlement_compute');
    await bind(owner, invited, inviter);
    release();
    await settling;
  });
  expect(await readInviters(full)).toEqual({ settled: null, published: null });
});

test('a settlement waits for a binding that has its time and commits later', async () => {
  const full = await fillRound();
  const { owner, worker, inviter } = full;
  const binding = (tx: Database) => bindWithin(tx, full);
  await whileHeld(owner, binding, async (release) => {
    const settling = advanceRound(worker);
    const hasSettled = settling.then(() => true);
    while ((await countBlocked(owner)) === 0) if (await Promise.race([hasSettled, false])) break;
    release();
    await settling;
  });
  expect(await readInviters(full)).toEqual({ settled: inviter, published: inviter });
});

test('bindings do not wait for a settlement that has its time', async () => {
  const full = await fillRound();
  const { owner, inviter, invited } = full;
  const settledAt = await owner.transaction().execute(async (settling) => {
    const { rows } = await sql<{ at: string }>`select settlement_time()::text as at`.execute(settling);
    await bind(owner, invited, inviter);
    return rows[0]?.at;
  });
  const { rows } = await sql`select 1 from participant where bound_at > ${settledAt}::timestamptz`.execute(owner);
  expect(rows).toHaveLength(1);
});

test('broken twin: a settlement that waits for no binding is published as later than one that it lacks', async () => {
  const full = await fillRound();
  const { owner, worker, inviter } = full;
  await breakFunction(owner, 'settlement_time', ['perform pg_advisory_xact_lock(4207300027);', '']);
  const binding = (tx: Database) => bindWithin(tx, full);
  await whileHeld(owner, binding, async () => void (await advanceRound(worker)));
  expect(await readInviters(full)).toEqual({ settled: null, published: inviter });
});
