import { assertReplicationLogin } from '@city-mint/server/platform/backup/base-backups';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../setup/create-test-database.ts';

const NAME = 'backup_login';
const PASSWORD = 'of the backups';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  // As in docs/operating/backup.md.
  await owner.query(`create role ${NAME} login replication password '${PASSWORD}'`);
});
afterAll(async () => {
  await owner.query(`drop role ${NAME}`);
  await owner.end();
  await database.drop();
});

/** Connects with the stolen login, to the database or as pg_basebackup does. */
async function steal(replication?: 'true'): Promise<pg.Client> {
  const url = new URL(database.url);
  url.username = NAME;
  url.password = PASSWORD;
  // Its types leave the parameter out.
  const settings: pg.ClientConfig & { replication?: string } = { connectionString: url.href };
  const client = new pg.Client(replication === undefined ? settings : { ...settings, replication });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Returns the login's rights to call with the rights of others, and to write or read in the database itself. */
async function rights(): Promise<string[]> {
  const { rows } = await owner.query<{ right: string }>(
    `select 'call ' || p.oid::regprocedure as right from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'audit') and p.prosecdef and has_function_privilege($1, p.oid, 'execute')
    union all select kind || ' ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      unnest(array['select', 'insert', 'update']) kind
      where n.nspname in ('public', 'audit') and c.relkind in ('r', 'v', 'p')
        and has_any_column_privilege($1, c.oid, kind)
    union all select kind || ' ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace,
      unnest(array['delete', 'truncate', 'trigger']) kind
      where n.nspname in ('public', 'audit') and c.relkind in ('r', 'v', 'p') and has_table_privilege($1, c.oid, kind)`,
    [NAME],
  );
  return rows.map(({ right }) => right);
}

test('default: the thief of the backup login copies the database, and changes nothing', async () => {
  expect(await rights()).toEqual([]);
  const stolen = await steal();
  const attempts = [
    'select * from session',
    'update ledger_account set balance = 0',
    'create table public.mine (a int)',
    'alter system set archive_command = $$cp %p /tmp/$$',
    'copy (select 1) to program $$true$$',
    'set role city_mint_worker',
    `alter role ${NAME} superuser`,
  ];
  for (const attempt of attempts) await expect(stolen.query(attempt)).rejects.toThrow(/permission denied/);
  const replicating = await steal('true');
  await expect(replicating.query(`BASE_BACKUP (TARGET 'server', TARGET_DETAIL '/tmp/mine')`)).rejects.toThrow(
    /permission denied/,
  );
  expect((await replicating.query('IDENTIFY_SYSTEM')).rows).toHaveLength(1);
  await expect(assertReplicationLogin(stolen)).resolves.toBeUndefined();
});

test('broken twin: with a process’s role it writes, and the backup commands refuse such a login', async () => {
  await owner.query(`grant city_mint_worker to ${NAME}`);
  onTestFinished(async () => void (await owner.query(`revoke city_mint_worker from ${NAME}`)));
  expect((await rights()).length).toBeGreaterThan(50);
  await expect(assertReplicationLogin(await steal())).rejects.toThrow('has another role');
  await expect(assertReplicationLogin(owner)).rejects.toThrow('is a superuser');
});
