import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');

/** A copy of the product's schema that a test can change, and a database with that schema. */
async function openRelease() {
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'city-mint-migrations-'));
  const client = new pg.Client(database.url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(MIGRATIONS, folder, { recursive: true });
  return {
    client,
    write(name: string, text: string) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    migrate: () => migrate({ url: database.url, directory: pathToFileURL(`${folder}/`) }),
    async value(query: string): Promise<unknown> {
      return (await client.query({ text: query, rowMode: 'array' })).rows[0]?.[0];
    },
  };
}

const twice = (factor: number) => `
create or replace function twice(n int) returns int language sql immutable as $$ select n * ${factor} $$;`;

describe('migrate', () => {
  test('default: leaves a migrated database unchanged', async () => {
    const release = await openRelease();
    expect(await release.migrate()).toEqual([]);
  });

  test('behavior: applies a changed function again, with its dependents', async () => {
    const release = await openRelease();
    release.write('functions/a/twice.sql', twice(2));
    release.write(
      'views/a/doubled.sql',
      '-- Uses: functions/a/twice.sql\ncreate or replace view doubled as select twice(21);',
    );
    expect(await release.migrate()).toEqual(['functions/a/twice.sql', 'views/a/doubled.sql']);
    expect(await release.value('select * from doubled')).toBe(42);
    release.write('functions/a/twice.sql', twice(3));
    expect(await release.migrate()).toEqual(['functions/a/twice.sql', 'views/a/doubled.sql']);
    expect(await release.value('select * from doubled')).toBe(63);
    expect(await release.migrate()).toEqual([]);
  });

  test('behavior: drops a function with a changed signature and its dependents, and applies them again', async () => {
    const release = await openRelease();
    release.write('functions/a/twice.sql', twice(2));
    release.write(
      'views/a/doubled.sql',
      '-- Uses: functions/a/twice.sql\ncreate or replace view doubled as select twice(21);',
    );
    await release.migrate();
    const changed = `
drop function if exists twice(int) cascade;
create or replace function twice(n bigint) returns bigint language sql immutable as $$ select n + n $$;`;
    release.write('functions/a/twice.sql', changed);
    expect(await release.migrate()).toEqual(['functions/a/twice.sql', 'views/a/doubled.sql']);
    expect(await release.value('select * from doubled')).toBe('42');
    expect(await release.value(`select count(*)::int from pg_proc where proname = 'twice'`)).toBe(1);
  });

  test('behavior: a migration can use its functions; refuses one that changed after it was applied', async () => {
    const release = await openRelease();
    release.write('functions/a/twice.sql', twice(2));
    release.write('9998-next.sql', '-- Uses: functions/a/twice.sql\ncreate table next (n int default twice(4));');
    expect(await release.migrate()).toEqual(['functions/a/twice.sql', '9998-next.sql']);
    release.write('9998-next.sql', 'create table other (n int);');
    await expect(release.migrate()).rejects.toThrow('migration 9998-next.sql was changed after it was applied');
  });

  test('behavior: a failed file leaves no change, and earlier files stay applied', async () => {
    const release = await openRelease();
    release.write('9998-good.sql', 'create table good ();');
    release.write('9999-bad.sql', 'create table bad (); select 1 / 0;');
    await expect(release.migrate()).rejects.toThrow('migration 9999-bad.sql failed');
    expect(await release.value(`select to_regclass('good')::text || coalesce(to_regclass('bad')::text, '')`)).toBe(
      'good',
    );
    release.write('9999-bad.sql', 'create table bad ();');
    expect(await release.migrate()).toEqual(['9999-bad.sql']);
  });

  test('behavior: of many concurrent starts one migrates, and the others find it done', async () => {
    const release = await openRelease();
    release.write('9998-next.sql', 'create table next (); select pg_sleep(0.5);');
    release.write('functions/a/twice.sql', twice(2));
    const applied = await Promise.all(Array.from({ length: 5 }, () => release.migrate()));
    expect(applied.flat().sort()).toEqual(['9998-next.sql', 'functions/a/twice.sql']);
  });
});
