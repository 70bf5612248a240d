import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionDocument, jsonDocument } from '@city-mint/cli/output/json-document';
import { runInProcess } from '@city-mint/cli/testing/run-in-process';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { sql } from 'kysely';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JU } from './builders/rounds.ts';
import { startTestApi, TEST_DOMAIN, type TestApi } from './setup/start-test-api.ts';

const REASON = 'after the restore';
const folder = mkdtempSync(join(tmpdir(), 'fmc-'));
const accounts = [generatePrivateKey(), generatePrivateKey()].map((key, index) => {
  const keyFile = join(folder, `key-${index}`);
  writeFileSync(keyFile, key, { mode: 0o600 });
  return { address: privateKeyToAccount(key).address, as: ['--key-file', keyFile] };
});
const [FIRST = [], SECOND = []] = accounts.map(({ as }) => as);

let api: TestApi;
let owner: Database;
beforeAll(async () => {
  api = await startTestApi({ env: { OPERATOR_ADDRESSES: accounts.map(({ address }) => address).join(',') } });
  owner = createDatabase({ url: api.config.DATABASE_URL, maxConnections: 1 });
  const account = `0x${'c'.repeat(40)}`;
  for (const [seq, proven] of [
    [1, true],
    [2, false],
    [3, true],
  ] as const) {
    const hash = `0x${String(seq).padStart(64, '0')}`;
    await sql`insert into unknown_payment (seq, voucher_id, account, recipient, currency, amount, tx_hash, block_number,
        block_at, examined_at, proven)
      values (${seq}, ${hash}, ${account}, ${account}, 0, ${(JU * BigInt(seq)).toString()}::numeric, ${hash}, 7, now(),
        now(), ${proven})`.execute(owner);
  }
});
afterAll(async () => {
  await owner.destroy();
  await api.stop();
});

async function perform(args: readonly string[]) {
  const where = { FMC_OPS_URL: api.opsUrl, FMC_API_URL: api.url, FMC_DOMAIN: TEST_DOMAIN };
  const env = { ...where, FMC_VAULT: api.config.VAULT_ADDRESS, FMC_LANG: 'en', HOME: folder, XDG_STATE_HOME: folder };
  const { code, out, err } = await runInProcess([...args, '--reason', REASON, '--yes', '--json'], env);
  return { code, err, document: jsonDocument(actionDocument).parse(JSON.parse(out)) };
}

const booked = async () => {
  const { rows } = await sql<{ seq: bigint; against: string | null }>`
    select seq, booked_against as against from unknown_payment order by seq`.execute(owner);
  return rows.map(({ against }) => against);
};

test('fmc payments book books all proven payments in one batch of two people, and the others apart', async () => {
  const proposed = await perform(['payments', 'book', 'account', ...FIRST]);
  expect(proposed, proposed.err).toMatchObject({ code: 4, document: { data: { state: 'proposed' } } });
  // A line for each payment follows the consequence.
  const lines = [1, 3].map((seq) => `${seq}: ${seq} JU of 0x${'c'.repeat(40)}`);
  const [consequence, first, second] = ['Books 2 payments, 4 JU and 0 FMC', ...lines].map((text) =>
    proposed.err.indexOf(text),
  );
  expect(consequence).toBeGreaterThan(0);
  expect(first).toBeGreaterThan(consequence ?? 0);
  expect(second).toBeGreaterThan(first ?? 0);
  expect(proposed.err.split('\n').filter((line) => line.includes(' JU of 0xc'))).toHaveLength(2);
  expect(await booked()).toEqual([null, null, null]);
  const id = proposed.document.ok ? (proposed.document.data.proposalId ?? '') : '';
  const done = await perform(['proposals', 'confirm', id, ...SECOND]);
  expect(done, done.err).toMatchObject({ code: 0, document: { data: { state: 'done' } } });
  expect(done.err).toContain(lines[1]);
  expect(await booked()).toEqual(['account', null, 'account']);
  const again = await perform(['payments', 'book', 'account', ...FIRST]);
  expect(again).toMatchObject({ code: 1, document: { ok: false, error: 'nothing-to-book' } });
  expect(await perform(['payments', 'book', 'treasury', ...FIRST])).toMatchObject({ code: 4 });
});
