import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { inheritedVariables } from '@city-mint/devnet/server-environment';
import { createLogin, type Login } from '@city-mint/tests/setup/create-login';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';

const COMMAND = join(import.meta.dirname, 'audit-review.ts');

let database: TestDatabase;
let owner: Database;
let auditor: Login;
let worker: Login;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase({ url: database.url, maxConnections: 1 });
  auditor = await createLogin(database.url, 'city_mint_auditor');
  worker = await createLogin(database.url, 'city_mint_worker');
  await sql`insert into audit.finding (subject, kind, expected, found)
    values ('transfer 12', 'deposit', 'no such transfer', '9 to a thief'), ('entry 3', null, 'a', 'b')`.execute(owner);
});
afterAll(async () => {
  await owner.destroy();
  await Promise.all([auditor.drop(), worker.drop()]);
  await database.drop();
});

/** Runs the command with a login; returns its exit code and output. */
function review(args: readonly string[], { url } = auditor): Promise<{ code: unknown; printed: string }> {
  return new Promise((done) => {
    const env = { ...inheritedVariables(), DATABASE_URL: url };
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : error.code, printed: stdout + stderr }),
    );
  });
}

const reviewed = async () =>
  (await sql`select subject, review from audit.finding where reviewed_at is not null`.execute(owner)).rows;

test('default: lists the auditor’s findings, and stores the review of one', async () => {
  const listed = await review([]);
  expect(listed).toMatchObject({ code: 0, printed: expect.stringContaining('transfer 12 (deposit)') });
  expect(listed.printed).toContain('entry 3');
  const words = 'Ann and Ben: repaired by hand';
  const after = await review(['transfer 12', words]);
  expect(after.code).toBe(0);
  expect(after.printed).not.toContain('transfer 12');
  expect(await reviewed()).toEqual([{ subject: 'transfer 12', review: words }]);
  expect(await review(['transfer 12', 'Ann and Ben: once more'])).toMatchObject({ code: 1 });
  expect(await reviewed()).toEqual([{ subject: 'transfer 12', review: words }]);
});

test('behavior: without words, or by another login, it reviews nothing', async () => {
  const before = await reviewed();
  expect(await review(['entry 3', 'ok'])).toMatchObject({ code: 2 });
  expect(await review(['entry 3', 'Ann and Ben: nothing is wrong'], worker)).toMatchObject({
    code: 1,
    printed: expect.stringContaining('permission denied'),
  });
  expect(await reviewed()).toEqual(before);
});
