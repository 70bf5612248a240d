import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLogin, type Login } from '../setup/create-login.ts';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

/** What the login may write: the auditor's own books. */
const WRITES = [
  'insert audit.balance',
  'insert audit.decision',
  'insert audit.entry',
  'insert audit.finding',
  'insert audit.joined',
  'insert audit.machine_life',
  'insert audit.mining_day',
  'insert audit.performance',
  'insert audit.pool_day',
  'insert audit.rank',
  'insert audit.round',
  'insert audit.signed_setting',
  'insert audit.vault_event',
  'insert audit.vault_total',
  'update audit.balance',
  'update audit.finding',
  'update audit.joined',
  'update audit.machine_life',
  'update audit.performance',
  'update audit.position',
  'update audit.round',
  'update audit.vault_total',
];

/** By its rights, or because no one may: a generated column, a view. */
const REFUSED = /permission denied|can only be updated to DEFAULT|(into|update|delete from) view|is not a table/;

let database: TestDatabase;
let owner: pg.Client;
let login: Login;
/** A client with the stolen connection string of the auditor. */
let stolen: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  login = await createLogin(database.url, 'city_mint_auditor');
  stolen = new pg.Client({ connectionString: login.url });
  await stolen.connect();
});
afterAll(async () => {
  await Promise.all([stolen.end(), owner.end()]);
  await login.drop();
  await database.drop();
});

/** Returns the writes that the login attempts with success, on every table and each of its columns. */
async function successfulWrites(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; column: string }>(`
    select n.nspname || '.' || quote_ident(c.relname) as name, quote_ident(a.attname) as column
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'audit') and c.relkind in ('r', 'v') and a.attgenerated = ''
    order by 1, a.attnum`);
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(85);
  const done = new Set<string>();
  for (const { name, column } of rows) {
    const table = name.replace('public.', '').replaceAll('"', '');
    const attempts = [
      ['insert', `insert into ${name} (${column}) overriding system value values (null)`],
      ['update', `update ${name} set ${column} = null where false`],
      ['delete', `delete from ${name} where false`],
      ['truncate', `truncate ${name}`],
    ] as const;
    for (const [what, statement] of attempts) {
      await stolen.query('begin');
      const error = await stolen.query(statement).then(
        () => '',
        (failed: Error) => failed.message,
      );
      await stolen.query('rollback');
      if (!REFUSED.test(error)) done.add(`${what} ${table}`);
    }
  }
  return [...done].sort();
}

describe('stolen login of the auditor', () => {
  test('default: it writes its own schema and nothing else', async () => {
    expect(await successfulWrites()).toEqual(WRITES);
  });

  test('broken twin: a right to another table is noticed', async () => {
    await owner.query('grant update (state) on withdrawal to city_mint_auditor');
    onTestFinished(async () => void (await owner.query('revoke update (state) on withdrawal from city_mint_auditor')));
    expect(await successfulWrites()).toEqual([...WRITES, 'update withdrawal']);
  });

  test('attack: of functions with more rights it may execute three: for its signatures and a position', async () => {
    const { rows } = await owner.query(`
      select proname from pg_proc p
      where p.prosecdef and has_function_privilege('city_mint_auditor', p.oid, 'execute') order by 1`);
    expect(rows.map(({ proname }) => proname)).toEqual(['cosign_anchor', 'cosign_voucher', 'database_position']);
    for (const role of ['city_mint_worker', 'city_mint_operator', 'postgres'])
      await expect(stolen.query(`set role ${role}`)).rejects.toThrow('permission denied');
  });

  test.each([
    'select token_hash from session',
    'select request_id from mint_order',
    'select inner_key from sign_in_key',
    'select request from operator_request',
    'select uid from exchange_account',
  ])('attack: it reads no secret of a user or operator: %s', async (statement) => {
    await expect(stolen.query(statement)).rejects.toThrow('permission denied');
  });

  test('attack: no other role writes the auditor’s books', async () => {
    const { rows } = await owner.query(`
      select r.rolname, c.relname from pg_roles r cross join pg_class c
      where c.relnamespace = 'audit'::regnamespace and c.relkind = 'r' and r.rolname like 'city\\_mint\\_%'
        and r.rolname <> 'city_mint_auditor' and not r.rolcanlogin
        and (has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate')
          or has_any_column_privilege(r.oid, c.oid, 'select, insert, update')
          or has_schema_privilege(r.oid, 'audit', 'usage, create'))`);
    expect(rows).toEqual([]);
  });
});
