import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '@city-mint/server/platform/database/migrate';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { reapplySchema } from './reapply-schema.ts';
import { waitUntil } from './wait-until.ts';

const functionOf = (answer: number) =>
  `create or replace function dev_answer() returns integer language sql as 'select ${answer}'`;

/** A database with one function, whose files are followed; ends with the test. */
async function openSchema() {
  const folder = mkdtempSync(join(tmpdir(), 'schema files '));
  const file = join(folder, 'functions', 'platform', 'dev-answer.sql');
  const directory = pathToFileURL(`${folder}/`);
  mkdirSync(join(folder, 'functions', 'platform'), { recursive: true });
  writeFileSync(join(folder, '0001-first.sql'), 'create table dev_table ()');
  writeFileSync(file, functionOf(1));
  const database = await createTestDatabase();
  await migrate({ url: database.url, directory });
  const lines: string[] = [];
  const following = reapplySchema({ url: database.url, directory, say: (line) => void lines.push(line) });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    following.close();
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const answer = async () => (await client.query<{ n: number }>('select dev_answer() n')).rows[0]?.n;
  return { folder, file, lines, answer };
}

const hasLine = (lines: readonly string[], text: string) =>
  waitUntil(() => lines.some((line) => line.includes(text)), 60_000);

test('default: a function is applied again when its file changes, also by a rename', async () => {
  const { file, lines, answer } = await openSchema();
  writeFileSync(file, functionOf(2));
  await hasLine(lines, 'applied functions/platform/dev-answer.sql');
  expect(await answer()).toBe(2);
  writeFileSync(`${file}.new`, functionOf(3));
  renameSync(`${file}.new`, file);
  await waitUntil(async () => (await answer()) === 3, 60_000);
  expect(await answer()).toBe(3);
});

test('behavior: a mistake is named with its place, and changes nothing', async () => {
  const { file, lines, answer } = await openSchema();
  writeFileSync(file, functionOf(2).replace('integer', 'integr'));
  await hasLine(lines, 'type "integr" does not exist');
  expect(lines[0]).toContain('functions/platform/dev-answer.sql failed');
  expect(await answer()).toBe(1);
});

test('behavior: a migration that was applied is not applied again, and the line says what to do', async () => {
  const { folder, lines } = await openSchema();
  writeFileSync(join(folder, '0001-first.sql'), 'create table dev_other ()');
  await hasLine(lines, 'add a new one instead (or start over with --fresh)');
});
