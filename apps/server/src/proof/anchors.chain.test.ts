import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { journalSubject, settlementSubject } from '@city-mint/chain-contract/anchor-subject';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { sealEverything } from '@city-mint/tests/builders/audited-chain';
import { createJoins } from '@city-mint/tests/builders/joins';
import { buildPlan, JU, openRound } from '@city-mint/tests/builders/rounds';
import { openSessions } from '@city-mint/tests/builders/sessions';
import { KNOWN_OPERATORS } from '@city-mint/tests/builders/signed-decisions';
import { signPlans } from '@city-mint/tests/builders/signed-settings';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestApi, type TestApi } from '@city-mint/tests/setup/start-test-api';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer, type TestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { cosignRoots, startTestScribe, type TestScribe } from '@city-mint/tests/setup/start-test-scribe';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { bytesToHex, type Hex, isHex, stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examineRoot } from '#audit/commands/examine-root.ts';
import type { AuditedTree } from '#audit/commands/supports-liabilities.ts';
import { createAuditJobs } from '#audit/jobs.ts';
import { downloadTree } from '#audit/trees/download-tree.ts';
import { fileNameOf } from '#audit/trees/file-name.ts';
import { tidyTrees } from '#audit/trees/tidy-trees.ts';
import { sealJournal } from '#ledger/journal/commands.ts';
import { verifyJournal } from '#ledger/journal/queries.ts';
import type { NodeFinding } from '#platform/chain/node-watch.ts';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createDatabase, createPool, type Database, databaseOver } from '#platform/database/database.ts';
import { vaultReading } from '#processes/start-scribe.ts';
import { advanceRound } from '#rounds/lifecycle/commands.ts';
import { writeSettlementFile } from '#rounds/settlement-file/commands.ts';
import { readNewestLiabilities } from './anchors/read-newest-liabilities.ts';
import { anchorJournalHead } from './commands/anchor-journal-head.ts';
import { createProofJob } from './jobs.ts';
import { computeSettlementTree, readStoredResults } from './queries/settlement-tree.ts';
import { verifyAnchors, verifyAnchorsByMajority } from './queries/verify-anchors.ts';

const USERS = [10, 11, 12, 13, 14];
const STEPS = 40;

/** The whole path, from deposits to anchored roots. */
describe('anchored proofs', () => {
  let chain: TestChain;
  let database: TestDatabase;
  let owner: Database;
  let indexer: TestIndexer;
  let scribe: TestScribe;
  let api: TestApi;
  let joinRound: ReturnType<typeof createJoins>;
  let books: Database;
  let roundId = 0n;
  /** The auditor's trees. */
  let folder: string;
  let subject: Hex;

  const makeProofs = async () => {
    await sealEverything(owner);
    const vaultDeployment = { chainId: TEST_CHAIN_ID, vault: chain.addresses.vault, fmc: chain.addresses.fmc };
    const vault = vaultReading(chain.publicClient, vaultDeployment);
    return createProofJob({ db: scribe.db, vault, log: pino({ level: 'silent' }), minimumAgeMs: 0 })();
  };
  const anchorsDeployment = () => ({
    chainId: TEST_CHAIN_ID,
    anchors: chain.addresses.anchors,
    tokens: { JU: chain.nativeToken, FMC: chain.addresses.fmc },
    startBlock: 0n,
  });
  /** The auditor reads the chain, follows the journal and examines roots; returns why it signs none of them. */
  const audit = async () => {
    const { vault, fmc } = chain.addresses;
    const jobs = createAuditJobs({
      ...{ db: books, nodes: createRpcNodes({ urls: [chain.url] }), chainId: TEST_CHAIN_ID, confirmations: 64 },
      ...{
        deployment: { chainId: TEST_CHAIN_ID, vault, fmc },
        startBlock: 0n,
        approvers: KNOWN_OPERATORS.approvers,
        log: pino({ level: 'silent' }),
      },
    });
    const { signal } = new AbortController();
    await signPlans(owner, { chainId: TEST_CHAIN_ID, vault });
    await sealEverything(owner);
    await jobs.readChain(signal);
    await jobs.follow(signal);
    const storeTree = (tree: AuditedTree) => downloadTree({ from: api.url, folder }, tree);
    const examined = await cosignRoots(books, chain, (root) => examineRoot(books, root, { storeTree }));
    return examined.map(({ doubt }) => doubt);
  };
  const accounted = (token: Hex, blockNumber: bigint) =>
    chain.publicClient.readContract({
      address: chain.addresses.vault,
      abi: vaultAbi,
      functionName: 'accounted',
      args: [token],
      blockNumber,
    });
  const settlement = async () => {
    const reply = await api.client().call('GET /api/app/rounds/:roundId/settlement', { roundId: `${roundId}` });
    if (!reply.ok) throw new Error(reply.error);
    return reply.data;
  };
  const roots = async () => {
    const reply = await api.client().call('GET /api/app/proof', {});
    if (!reply.ok) throw new Error(reply.error);
    return reply.data.roots;
  };

  beforeAll(async () => {
    [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
    folder = await mkdtemp(join(tmpdir(), 'trees-'));
    const pool = createPool({ url: database.url, maxConnections: 4, statementTimeoutMs: 60_000 });
    owner = databaseOver(pool);
    indexer = startTestIndexer({ databaseUrl: database.url, chain });
    scribe = startTestScribe({ databaseUrl: database.url, chain });
    books = createDatabase(asRole(database.url, 'city_mint_auditor'));
    api = await startTestApi({ databaseUrl: database.url, chain: chain.publicClient });
    joinRound = createJoins({ pool, db: owner });
    for (const user of USERS) await chain.depositNative(user, 5n * JU);
    await chain.finalize();
    await indexer.catchUp();
  });
  afterAll(async () => {
    await Promise.all([indexer.stop(), scribe.stop(), api.stop()]);
    await Promise.all([owner.destroy(), books.destroy()]);
    await database.drop();
    await chain.stop();
    await rm(folder, { recursive: true });
  });

  test('default: liabilities equal the vault’s balance at the same block, without pending events', async () => {
    // Not final yet, so neither owed nor held at that block.
    await chain.depositNative(10, JU);
    await indexer.catchUp();
    await makeProofs();
    const cursor = await owner.selectFrom('chain_cursor').select('block_number').executeTakeFirstOrThrow();
    for (const { currency, total, vaultBalance, blockNumber } of await roots()) {
      expect(total).toBe(vaultBalance);
      expect(BigInt(blockNumber)).toBe(cursor.block_number);
      const token = currency === 'JU' ? chain.nativeToken : chain.addresses.fmc;
      expect(parseAmount(vaultBalance)).toEqual({ ok: true, amount: await accounted(token, BigInt(blockNumber)) });
    }
    const head = await chain.publicClient.getBlockNumber();
    expect(await accounted(chain.nativeToken, head)).toBe(
      (await accounted(chain.nativeToken, cursor.block_number)) + JU,
    );
  });

  test('default: a settlement is anchored, and calls return the state of its anchoring', async () => {
    const plan = buildPlan({ rounds: 1, firstQuota: tokenAmount(18n * JU), terms: { stageDelaysMs: [0, 1, 2] } });
    const round = await openRound(owner, plan);
    roundId = round.roundId;
    subject = settlementSubject(round);
    const users = await owner.selectFrom('app_user').select('id').orderBy('id').execute();
    await openSessions(
      owner,
      users.map(({ id }) => id),
    );
    for (const { id: userId } of users) {
      const join = { ...round, userId, amount: tokenAmount(4n * JU), requestId: crypto.randomUUID(), consented: true };
      await joinRound(join);
    }
    for (let step = 0; step < STEPS; step += 1) await advanceRound(owner);
    while (await writeSettlementFile(owner));
    await chain.finalize();
    await indexer.catchUp();
    await makeProofs();
    expect((await settlement()).anchoring).toEqual({ state: 'waiting', txHash: null, blockNumber: null });
    await sql`update anchor set made_at = now() - interval '2 hours'`.execute(owner);
    const warned = await api.send('/health/ready');
    expect([warned.status, warned.json]).toMatchObject([200, { dependencies: { anchors: 'warning' } }]);
    const metrics = (await api.send('/metrics')).text;
    expect(metrics).toMatch(/city_mint_anchors_waiting{.*} 5\n/);
    expect(metrics).toMatch(/city_mint_anchor_oldest_seconds{.*} 72\d\d/);

    await scribe.run();
    expect((await settlement()).anchoring).toMatchObject({ state: 'waiting' });
    // The settlement, and the trees of both currencies of two blocks.
    expect(await audit()).toEqual(Array.from({ length: 5 }, () => undefined));
    await scribe.run();
    expect((await settlement()).anchoring).toMatchObject({ state: 'sent', blockNumber: null });
    await scribe.run();
    expect((await settlement()).anchoring).toMatchObject({ state: 'sent', blockNumber: expect.any(String) });
    await chain.finalize();
    await scribe.run();
    const { merkleRoot, anchoring } = await settlement();
    if (!isHex(anchoring?.txHash)) throw new Error('no transaction');
    const receipt = await chain.publicClient.getTransactionReceipt({ hash: anchoring.txHash });
    expect(anchoring).toEqual({
      state: 'final',
      txHash: receipt.transactionHash,
      blockNumber: `${receipt.blockNumber}`,
    });
    const contract = { address: chain.addresses.anchors, abi: anchorsAbi } as const;
    const read = { ...contract, functionName: 'rootOf', args: [subject] } as const;
    expect(await chain.publicClient.readContract(read)).toBe(merkleRoot);
  });

  test('default: the contract accepts the inclusion of an order from a call, and rejects a changed one', async () => {
    const verify = (args: readonly [Hex, readonly Hex[], Hex]) =>
      chain.publicClient.readContract({
        address: chain.addresses.anchors,
        abi: anchorsAbi,
        functionName: 'verify',
        args,
      });
    for (const user of USERS) {
      const account = privateKeyToAccount(devAccount(user).privateKey);
      const client = api.client(await api.signIn(account));
      const orders = await client.call('POST /api/biz/mine/mint', {});
      const orderId = orders.ok ? orders.data.items[0]?.orderId : undefined;
      if (orderId === undefined) throw new Error('no order');
      const detail = await client.call('POST /api/biz/mint/detail', { orderId });
      const inclusion = detail.ok ? detail.data.inclusion : null;
      if (inclusion === null) throw new Error('no inclusion');
      const path = inclusion.path.filter((node) => isHex(node));
      expect(await verify([subject, path, stringToHex(inclusion.leaf)])).toBe(true);
      const richer = inclusion.leaf.replace(/"principal":"\d/, '"principal":"9');
      expect(richer).not.toBe(inclusion.leaf);
      expect(await verify([subject, path, stringToHex(richer)])).toBe(false);
      expect(await verify([subject, path.slice(1), stringToHex(inclusion.leaf)])).toBe(false);
      const otherRound = settlementSubject({ roundId, termsHash: `0x${'ab'.repeat(32)}` });
      expect(await verify([otherRound, path, stringToHex(inclusion.leaf)])).toBe(false);
    }
  });

  test('default: roots of liabilities and heads of the journal are anchored too', async () => {
    // A seal waits for all open transactions of this PostgreSQL.
    const isSealed = async () => {
      await sealJournal(scribe.db);
      return anchorJournalHead(scribe.db);
    };
    expect(await waitUntil(isSealed)).toBe(true);
    expect(await audit()).toEqual([undefined]);
    // Within the hour no other head is queued.
    expect(await anchorJournalHead(scribe.db)).toBe(false);
    // The next run processes failed and unmined transactions.
    const areFinal = async () => {
      await scribe.run();
      await chain.finalize();
      await scribe.run();
      const open = await owner.selectFrom('anchor').select('id').where('state', 'in', ['waiting', 'sent']).execute();
      return open.length === 0;
    };
    expect(await waitUntil(areFinal)).toBe(true);
    const contract = { address: chain.addresses.anchors, abi: anchorsAbi } as const;
    for (const { currency, root, total, blockNumber, anchoring } of await roots()) {
      expect(anchoring.state).toBe('final');
      const token = currency === 'JU' ? chain.nativeToken : chain.addresses.fmc;
      const epoch = await chain.publicClient.readContract({ ...contract, functionName: 'epochOf', args: [token] });
      const args = [token, epoch] as const;
      const found = await chain.publicClient.readContract({ ...contract, functionName: 'liabilitiesAt', args });
      expect(found).toMatchObject({ root, asOfBlock: BigInt(blockNumber) });
      expect(parseAmount(total)).toEqual({ ok: true, amount: found.total });
    }
    const head = await owner.selectFrom('ledger_journal_head').selectAll().executeTakeFirstOrThrow();
    const args = [journalSubject(head.number)] as const;
    const anchored = await chain.publicClient.readContract({ ...contract, functionName: 'rootOf', args });
    expect(anchored).toBe(bytesToHex(head.hash));
  });

  test('default: of the trees that the auditor stored, those of the newest anchored roots stay', async () => {
    expect(await readdir(folder)).toHaveLength(4);
    const [node] = createRpcNodes({ urls: [chain.url] });
    if (node === undefined) throw new Error('no node');
    const newest = await readNewestLiabilities(node, anchorsDeployment());
    expect(await tidyTrees({ from: api.url, folder }, newest)).toEqual([]);
    const [FMC, JU] = ['FMC', 'JU'].map((currency) => newest.find((tree) => tree.currency === currency));
    const names = [FMC, JU].map((tree) => tree && fileNameOf(tree));
    expect((await readdir(folder)).sort()).toEqual(names);
  });

  test('attack: an owner of the database and one node hides a change; two honest nodes report it', async () => {
    await chain.finalize();
    const deployment = anchorsDeployment();
    const honest = await computeSettlementTree(roundId, readStoredResults(owner));
    await sql`update order_settlement set split = split + 1 where rank = 2`.execute(owner);
    const forged = await computeSettlementTree(roundId, readStoredResults(owner));
    await sql`update anchor set root = ${forged.root} where kind = 'settlement'`.execute(owner);
    const lying = await startLyingRpc(chain.url);
    lying.tell(async (call, ask) => {
      const text = JSON.stringify((await ask(call)) ?? null);
      return { result: JSON.parse(text.replaceAll(honest.root.toString('hex'), forged.root.toString('hex'))) };
    });
    const findings: string[] = [];
    const watch = { found: ({ state }: NodeFinding) => void findings.push(state), list: () => [] };
    const verify = (...urls: string[]) =>
      verifyAnchorsByMajority({ db: owner, nodes: createRpcNodes({ urls }), deployment, confirmations: 64, watch });
    expect(await verify(lying.url, chain.url, `${chain.url}/`)).toMatchObject({
      fault: { kind: 'settlement', subject: `${roundId}`, what: 'root-differs' },
    });
    // The two agreeing nodes are trusted immediately; the third answer is compared when it arrives.
    await expect.poll(() => findings).toContain('disagrees');
    await expect(verify(lying.url, chain.url)).rejects.toThrow();
    // Broken twin: as the only node it hides the change.
    expect(await verify(lying.url)).toMatchObject({ settlements: 1, fault: null });
    await lying.stop();
    await sql`update order_settlement set split = split - 1 where rank = 2`.execute(owner);
    await sql`update anchor set root = ${honest.root} where kind = 'settlement'`.execute(owner);
    expect(await verify(chain.url)).toMatchObject({ settlements: 1, fault: null });
  });

  test('behavior: a change behind an anchored root is reported; twin: without the chain none is found', async () => {
    const deployment = anchorsDeployment();
    const verify = async () =>
      verifyAnchors({
        db: owner,
        node: chain.publicClient,
        deployment,
        head: await chain.publicClient.getBlockNumber(),
      });
    const faultAfter = async (change: RawBuilder<unknown>, back: RawBuilder<unknown>) => {
      await change.execute(owner);
      const { fault } = await verify();
      await back.execute(owner);
      return fault && `${fault.kind} ${fault.subject}: ${fault.what}`;
    };
    expect(await verify()).toMatchObject({ settlements: 1, liabilities: 4, heads: 1, open: 0, fault: null });

    const round = `${roundId}`;
    expect(
      await faultAfter(
        sql`update order_settlement set split = split + 1 where rank = 2`,
        sql`update order_settlement set split = split - 1 where rank = 2`,
      ),
    ).toBe(`settlement ${round}: root-differs`);
    expect(
      await faultAfter(
        sql`update anchor set total = total - 1 where kind = 'liabilities' and currency = 0 and subject > 1`,
        sql`update anchor set total = total + 1 where kind = 'liabilities' and currency = 0 and subject > 1`,
      ),
    ).toBe('liabilities JU 2: root-differs');
    expect(
      await faultAfter(
        sql`update anchor set root = sha256('x') where kind = 'settlement'`,
        sql`update anchor a set root = t.root from settlement_tree t
          where a.kind = 'settlement' and t.round_id = a.subject`,
      ),
    ).toBe(`settlement ${round}: not-on-chain`);
    expect(await verify()).toMatchObject({ fault: null });

    // The owner of the database rewrites history with all its seals. The twin: the journal itself shows no fault.
    for (const table of ['ledger_journal', 'ledger_transfer']) {
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(owner);
    }
    await sql`delete from ledger_journal`.execute(owner);
    await sql`update ledger_journal_head set number = 0, hash = decode(repeat('00', 32), 'hex'), last_id = 0,
      safe_id = null, safe_xid = null`.execute(owner);
    await sql`update ledger_transfer set created_at = created_at + interval '1 microsecond'
      where id = (select min(id) from ledger_transfer)`.execute(owner);
    const { subject: anchored } = await owner
      .selectFrom('anchor')
      .select('subject')
      .where('kind', '=', 'journal')
      .executeTakeFirstOrThrow();
    const isSealed = async () => {
      await sealJournal(scribe.db, { entrySize: 5 });
      return (await verifyJournal(owner)).entries > anchored;
    };
    expect(await waitUntil(isSealed)).toBe(true);
    expect((await verifyJournal(owner)).fault).toBe(null);
    expect((await verify()).fault).toEqual({ kind: 'journal', subject: `entry ${anchored}`, what: 'anchor-differs' });
  });
});
