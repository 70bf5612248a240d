import { isBoardName } from '@city-mint/domain/team/board-name';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { openSessions, tokenOf } from '@city-mint/tests/builders/sessions';
import { asRole } from '@city-mint/tests/setup/as-role';
import { breakFunction } from '@city-mint/tests/setup/break-function';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { removeLeaderboardName, setLeaderboardName } from './commands/leaderboards.ts';
import { readLeaderboard } from './queries/leaderboards.ts';

let database: TestDatabase;
let db: Database;
let api: Database;
let one: bigint;
let other: bigint;
/** As the process that performs operators’ actions. */
let operators: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = databaseOver(createPool({ url: database.url }));
  api = databaseOver(createPool(asRole(database.url, 'city_mint_api')));
  operators = databaseOver(createPool(asRole(database.url, 'city_mint_operator')));
});
beforeEach(async () => {
  await sql`truncate leaderboard_name, removed_leaderboard_name`.execute(db);
  [one = 0n, other = 0n] = await buildParticipants(db, { count: 2, available: 0n });
  await openSessions(db, [one, other]);
});
afterAll(async () => {
  await Promise.all([db, api, operators].map((each) => each.destroy()));
  await database.drop();
});

const choose = (userId: bigint, name: string | null) =>
  setLeaderboardName(api, { token: tokenOf(userId), name, operatorName: 'Mint & Co. Ltd' });

/** Returns the texts that the database accepts as names. */
async function acceptedOf(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select text from unnest(${texts}::text[]) with ordinality t (text, n)
    where is_leaderboard_name(text) order by n`.execute(db);
  return rows.map(({ text }) => text);
}

const NAMES = ['a', '7', '铸币师', 'Nguyễn Văn Ân', 'मिंट प्रेमी', 'ผู้เล่น', 'ミント-太郎', '민트 팬', 'a_b-c d', '々'];
const REFUSED: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['too long', 'x'.repeat(21)],
  ['white space around it', ' a'],
  ['white space after it', 'a '],
  ['two spaces', 'a  b'],
  ['a line break', 'a\nb'],
  ['a line break at the end', 'a\n'],
  ['markup', '<b>a</b>'],
  ['a formula', '=1+1'],
  ['a sign at the start', '-1'],
  ['a link', 'evil.com'],
  ['an address', '0x41ea39c2'],
  ['the start of an address', '0Xab'],
  ['an invisible space', 'a\u200bb'],
  ['an invisible letter', 'a\u3164b'],
  ['a change of direction', 'a\u202eb'],
  ['a mark of direction', 'a\u200f'],
  ['a letter that looks like a Latin one', 'C\u0456ty'],
  ['a decomposed letter', 'e\u0301'],
  ['a decomposed letter of another script', '\u0928\u093c'],
  ['a mark without a letter', '\u0e49'],
  ['many marks on a letter', `\u0e01${'\u0e49'.repeat(4)}`],
  ['an emoji', '🚀'],
  ['a private character', '\ue000'],
];

describe('a name on the leaderboards', () => {
  test('accepts letters of each language of the product', async () => {
    expect(NAMES.filter(isBoardName)).toEqual(NAMES);
    expect(await acceptedOf(NAMES)).toEqual(NAMES);
  });

  test.each(REFUSED)('refuses %s', async (_what, text) => {
    expect(isBoardName(text)).toBe(false);
    await expect(choose(one, text)).rejects.toThrow(/violates check constraint/);
  });

  test('is judged alike by the page and the database, for every character at every place', async () => {
    const characters = Array.from({ length: 0x20000 - 1 }, (_item, index) => index + 1)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point));
    for (const wrap of ['*', 'a*', 'a*a']) {
      const texts = characters.map((character) => wrap.replace('*', () => character));
      expect(await acceptedOf(texts), wrap).toEqual(texts.filter(isBoardName));
    }
    const visible = '\u0e01\u0e49'.repeat(20);
    expect(await acceptedOf([visible, `${visible}a`])).toEqual([visible]);
    expect([visible, `${visible}a`].map(isBoardName)).toEqual([true, false]);
  });
});

describe('attack: to be mistaken for another user or the operator', () => {
  test.each(['Alice', 'ALICE', 'A1ice', 'AIice', 'Al ice', 'Álice', 'a-l_ice'])('by the name %s', async (name) => {
    expect(await choose(one, 'Alice')).toBeNull();
    expect(await choose(other, name)).toBe('name-taken');
    expect(await sql`select user_id, name from leaderboard_name`.execute(db)).toMatchObject({
      rows: [{ user_id: one, name: 'Alice' }],
    });
  });

  test.each(['City Mint', 'citymint', 'C1ty-M1nt 客服', 'City Mint Support'])(
    'by a name of the product: %s',
    async (name) => {
      expect(await choose(one, name)).toBe('name-taken');
    },
  );

  test('by a name of the operator', async () => {
    const asOperator = (name: string) =>
      setLeaderboardName(api, { token: tokenOf(one), name, operatorName: 'M. & I. Ltd.' });
    expect(await asOperator('mi ltd')).toBe('name-taken');
    expect(await asOperator('M_I LTD help')).toBe('name-taken');
    // A nameless operator takes no names.
    expect(await setLeaderboardName(api, { token: tokenOf(one), name: 'a', operatorName: '' })).toBeNull();
  });

  test('broken twin: with a key that keeps I, l and 1 apart, a name that looks like another is free', async () => {
    expect(await choose(one, 'Alice')).toBeNull();
    const restore = await breakFunction(db, 'leaderboard_name_key', ["'oil'", "''"]);
    await sql`reindex index leaderboard_name_is_unique`.execute(db);
    expect(await choose(other, 'AIice')).toBeNull();
    await restore();
    await sql`truncate leaderboard_name`.execute(db);
    expect(await choose(one, 'Alice')).toBeNull();
    expect(await choose(other, 'AIice')).toBe('name-taken');
  });
});

test('a name can be changed, and is free once its user hides', async () => {
  expect(await choose(one, 'Alice')).toBeNull();
  expect(await choose(one, 'Alicia')).toBeNull();
  expect(await choose(other, 'Alice')).toBeNull();
  expect(await choose(one, 'Alice')).toBe('name-taken');
  expect(await choose(other, null)).toBeNull();
  expect(await choose(one, 'Alice')).toBeNull();
});

test('two users who choose one name simultaneously: one gets it', async () => {
  const answers = await Promise.all([choose(one, 'Alice'), choose(other, 'alice')]);
  expect(answers.toSorted()).toEqual(['name-taken', null].toSorted());
});

describe('a name that operators removed', () => {
  const remove = (userId: bigint, name: string) => removeLeaderboardName(operators, { userId, name });
  const own = async (userId: bigint) => {
    const { mine } = await readLeaderboard(api, { board: 'mint', period: 'all', viewerId: userId });
    return { name: mine?.name, removedName: mine?.removedName };
  };

  test('is no longer shown, and its user is notified until they choose another', async () => {
    await choose(one, 'Rude');
    expect(await remove(one, 'Rude')).toBe(true);
    expect(await own(one)).toEqual({ name: null, removedName: 'Rude' });
    expect(await own(other)).toEqual({ name: null, removedName: null });
    expect(await choose(one, 'Polite')).toBeNull();
    expect(await own(one)).toEqual({ name: 'Polite', removedName: null });
  });

  test('no longer notifies a user who stays hidden', async () => {
    await choose(one, 'Rude');
    await remove(one, 'Rude');
    await choose(one, null);
    expect(await own(one)).toEqual({ name: null, removedName: null });
  });

  test.each(['Rude', 'RUDE', 'r_u-d e'])('attack: cannot be chosen again as %s', async (name) => {
    await choose(one, 'Rude');
    await remove(one, 'Rude');
    expect(await choose(one, name)).toBe('name-taken');
    expect(await choose(other, name)).toBe('name-taken');
    // Broken twin: without the list of removed names it is shown again.
    await sql`truncate removed_leaderboard_name`.execute(db);
    expect(await choose(one, name)).toBeNull();
  });

  test('behavior: removes no name that the user has changed since', async () => {
    await choose(one, 'Polite');
    expect(await remove(one, 'Rude')).toBe(false);
    expect(await own(one)).toEqual({ name: 'Polite', removedName: null });
  });

  test('attack: the api’s login removes no one’s name', async () => {
    await choose(one, 'Polite');
    await expect(removeLeaderboardName(api, { userId: one, name: 'Polite' })).rejects.toThrow('permission denied');
  });
});
