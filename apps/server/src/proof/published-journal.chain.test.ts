import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { buildParticipants } from '@city-mint/tests/builders/participants';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { cosignRoots, startTestScribe, type TestScribe } from '@city-mint/tests/setup/start-test-scribe';
import { run } from '@city-mint/verify/run';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { anchorJournalHead } from './commands/anchor-journal-head.ts';

/** The published journal against the heads that a real contract has. */
describe('the published journal and the contract', () => {
  let chain: TestChain;
  let database: TestDatabase;
  let owner: Database;
  let scribe: TestScribe;
  let api: TestApi;

  beforeAll(async () => {
    [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    scribe = startTestScribe({ databaseUrl: database.url, chain });
    api = await startTestApi({ databaseUrl: database.url });
    for (const count of [8, 5]) {
      await buildParticipants(owner, { count, available: 1_000n });
      await sealEverything(owner, 1);
      await anchorJournalHead(owner, 0);
    }
    await cosignRoots(owner, chain);
    for (let turn = 0; turn < 3; turn += 1) await scribe.run();
    await chain.finalize();
    await scribe.run();
    await buildParticipants(owner, { count: 2, available: 1_000n });
    await sealEverything(owner, 1);
  });
  afterAll(async () => {
    await Promise.all([scribe.stop(), api.stop(), owner.destroy()]);
    await database.drop();
    await chain.stop();
  });

  async function verify(...options: readonly string[]) {
    const lines: string[] = [];
    const outside = { bytes: async function* () {}, write: (line: string) => void lines.push(line) };
    const contract = ['--anchors', chain.addresses.anchors, '--node', chain.url];
    const code = await run(['journal', '--from', api.url, ...contract, ...options], outside);
    return { code, lines };
  }

  test('default: the anchored heads are in the chain of all entries', async () => {
    expect(await verify()).toEqual({
      code: 0,
      lines: [
        'agrees: the entries 1 to 15 are one chain of hashes',
        expect.stringMatching(
          /^agrees: the contract has 2 of its hashes, the newest of entry 13 in block \d+ of \d+, as 1 nodes say$/,
        ),
        'the entries after 13 are not anchored yet',
      ],
    });
  });

  test('attack: a node that hides a head is contradicted by the other', async () => {
    const lying = await startLyingRpc(chain.url);
    lying.tell(async ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined));
    const { code, lines } = await verify('--node', lying.url);
    await lying.stop();
    expect([code, lines]).toEqual([
      2,
      [expect.stringMatching(/^NOT VERIFIED the contract: .* contradict each other$/)],
    ]);
  });

  test('attack: a history that the database’s owner seals again differs from the contract', async () => {
    for (const table of ['ledger_journal', 'ledger_transfer'])
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(owner);
    await sql`delete from ledger_journal`.execute(owner);
    await sql`update ledger_journal_head set number = 0, hash = decode(repeat('00', 32), 'hex'), last_id = 0,
      safe_id = null, safe_xid = null`.execute(owner);
    await sql`update ledger_transfer set amount = amount + 1 where id = (select min(id) from ledger_transfer)`.execute(
      owner,
    );
    await sealEverything(owner, 1);
    const { code, lines } = await verify();
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^DIFFERS entry 13: the contract has the hash 0x/)]]);
  });
});
