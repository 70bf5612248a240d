import { canMoveRound, ROUND_STATES, type RoundState } from '@city-mint/domain/rounds/round-state';
import { buildPlan, openRound } from '@city-mint/tests/builders/rounds';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createRoundsDatabase, type RoundsDatabase } from '@city-mint/tests/setup/create-rounds-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

/** In a function's text: an update of `round` that sets its state. */
const UPDATES_STATE = /\bupdate\s+(only\s+)?(public\.)?round\s[^;]*?(\bset\b|,)\s*\(?\s*state\s*[=,)]/i;
/** In a function's text: a statement that inserts rounds with a state; publish_round() leaves it to the default. */
const INSERTS_STATE = /\b(insert|merge)\s+into\s+(public\.)?round\b(?!\s*\((?![^)]*\bstate\b))/i;

let database: RoundsDatabase;
let owner: Database;
let roundId: bigint;

beforeAll(async () => {
  database = await createRoundsDatabase({ emission: 0n, participants: 1 });
  ({ owner } = database);
  ({ roundId } = await openRound(owner, buildPlan()));
});
afterAll(() => database.drop());

async function functionsThatWriteState(): Promise<string[]> {
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, pg_get_functiondef(oid) as body from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`.execute(owner);
  expect(rows.length).toBeGreaterThan(50);
  const code = rows.map(({ name, body }) => ({ name, text: body.replace(/--.*$/gm, '') }));
  return code.filter(({ text }) => UPDATES_STATE.test(text) || INSERTS_STATE.test(text)).map(({ name }) => name);
}

const move = (from: RoundState, to: RoundState) =>
  sql`select move_round(${roundId}, ${from}, ${to}, null)`.execute(owner);

async function putInto(state: RoundState): Promise<void> {
  await sql`delete from round_transition where round_id = ${roundId}`.execute(owner);
  await sql`update round set state = ${state} where id = ${roundId}`.execute(owner);
}

const PAIRS = ROUND_STATES.flatMap((from) => ROUND_STATES.map((to) => ({ from, to })));

describe('the state of a round', () => {
  test('has the transitions of the domain in SQL', async () => {
    const { rows } = await sql<{ move: string }>`
      select a || ' ' || b as move from unnest(${ROUND_STATES}::text[]) a, unnest(${ROUND_STATES}::text[]) b
      where round_may_move(a, b)`.execute(owner);
    const allowed = PAIRS.filter(({ from, to }) => canMoveRound(from, to)).map(({ from, to }) => `${from} ${to}`);
    expect(rows.map(({ move }) => move).sort()).toEqual(allowed.sort());
  });

  test('is written by move_round() only', async () => {
    expect(await functionsThatWriteState()).toEqual(['move_round']);
  });

  test.each([
    ['an update', `update round r set filled = 0, state = 'full' where r.id = 1;`],
    ['an update of several columns', `update public.round set (state, due_at) = ('full', now()) where id = 1;`],
    ['an insertion', `insert into round (state) values ('full');`],
  ])('behavior: finds a function with %s', async (_what, statement) => {
    await sql
      .raw(`create function planted() returns void language plpgsql as $$ begin ${statement} end $$`)
      .execute(owner);
    try {
      expect((await functionsThatWriteState()).sort()).toEqual(['move_round', 'planted']);
    } finally {
      await sql`drop function planted()`.execute(owner);
    }
  });

  test.each(['city_mint_api', 'city_mint_ops', 'city_mint_worker', 'city_mint_operator', 'city_mint_indexer'] as const)(
    'behavior: %s has no right to write it',
    async (role) => {
      const login = createDatabase(asRole(database.url, role));
      try {
        const direct = sql`update round set state = 'ended' where id = ${roundId}`.execute(login);
        await expect(direct).rejects.toThrow('permission denied');
        const inserted = sql`insert into round (plan_id, city_id, phase, number, state, opens_at, closes_at, late_ms,
            quota, minimum, wallet_maximum)
          select plan_id, city_id, phase, 99, 'open', opens_at, closes_at, late_ms, quota, minimum, wallet_maximum
          from round where id = ${roundId}`.execute(login);
        await expect(inserted).rejects.toThrow('permission denied');
      } finally {
        await login.destroy();
      }
    },
  );

  test('property: move_round() makes each move of the domain, records it, and no other', async () => {
    for (const { from, to } of PAIRS) {
      await putInto(from);
      const moved = move(from, to);
      if (canMoveRound(from, to)) await moved;
      else await expect(moved).rejects.toThrow(`cannot move from ${from} to ${to}`);
      const { state } = await owner
        .selectFrom('round')
        .select('state')
        .where('id', '=', roundId)
        .executeTakeFirstOrThrow();
      expect(state).toBe(canMoveRound(from, to) ? to : from);
      const recorded = await owner
        .selectFrom('round_transition')
        .select('state')
        .where('round_id', '=', roundId)
        .execute();
      expect(recorded).toEqual(canMoveRound(from, to) ? [{ state: to }] : []);
    }
  });

  test('behavior: a move from another state than the round has fails', async () => {
    await putInto('full');
    await expect(move('open', 'failed')).rejects.toThrow(`round ${roundId} is not open`);
  });
});
