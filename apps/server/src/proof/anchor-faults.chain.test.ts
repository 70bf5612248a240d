import { journalSubject } from '@city-mint/chain-contract/anchor-subject';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { createTestDatabase, type TestDatabase } from '@city-mint/tests/setup/create-test-database';
import { type Lie, type LyingRpc, startLyingRpc } from '@city-mint/tests/setup/lying-rpc';
import { startTestChain, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { cosignRoots, readAnchored, startTestScribe, type TestScribe } from '@city-mint/tests/setup/start-test-scribe';
import { sql } from 'kysely';
import { bytesToHex, createWalletClient, encodeFunctionData, type Hex, http, keccak256, parseGwei, toHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { postponeAnchors } from './anchors/store.ts';
import { checkAnchors, readAnchorState } from './queries/read-anchor-state.ts';

const SCRIBE = devAccount(DEV_ROLES.scribe).address;

let chain: TestChain;
let lying: LyingRpc;
let database: TestDatabase;
let owner: Database;
let scribes: TestScribe[];
/** Each test anchors heads of its own. */
let lastEntry = 0n;

beforeAll(async () => {
  [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
  lying = await startLyingRpc(chain.url);
  owner = createDatabase({ url: database.url });
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
  await lying.stop();
  await chain.stop();
});
beforeEach(async () => {
  await sql`truncate anchor, anchor_transaction`.execute(owner);
  scribes = [];
  lying.tell(undefined);
});
afterEach(() => Promise.all(scribes.map((scribe) => scribe.stop())));

/** Starts a scribe like a fresh process, which knows only the rows and the chain. */
function startScribe(options: Partial<Parameters<typeof startTestScribe>[0]> = {}): TestScribe {
  const scribe = startTestScribe({ databaseUrl: database.url, chain, ...options });
  scribes.push(scribe);
  return scribe;
}

const rootOf = (entry: bigint) => keccak256(toHex(entry));

/** Adds waiting roots of `count` heads of the journal, which the auditor signs; returns the entries. */
async function addRoots(count: number): Promise<bigint[]> {
  const entries = Array.from({ length: count }, () => (lastEntry += 1n));
  const values = entries.map((subject) => ({
    kind: 'journal',
    subject,
    root: Buffer.from(rootOf(subject).slice(2), 'hex'),
  }));
  await owner.insertInto('anchor').values(values).execute();
  await cosignRoots(owner, chain);
  return entries;
}

async function cosignatureOf(subject: bigint): Promise<Hex> {
  const row = await owner
    .selectFrom('anchor')
    .select('cosignature')
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return bytesToHex(row.cosignature ?? Buffer.alloc(0));
}

async function states(): Promise<string[]> {
  const rows = await owner.selectFrom('anchor').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state);
}

/** Returns how often the contract anchored the root of each entry. */
async function timesAnchored(entries: readonly bigint[]): Promise<number[]> {
  const { roots } = await readAnchored(chain);
  return entries.map(
    (entry) => roots.filter(({ subject, root }) => subject === journalSubject(entry) && root === rootOf(entry)).length,
  );
}

const nonce = () => chain.publicClient.getTransactionCount({ address: SCRIBE });

/** Runs a fresh scribe each time and finalises blocks in between until no root is open; returns the number of runs. */
async function runUntilDone(options: Parameters<typeof startScribe>[0] = {}): Promise<number> {
  for (let runs = 1; runs <= 200; runs += 1) {
    // A backed-off root waits for a minute; the test does not.
    await sql`update anchor set due_at = now() where state = 'waiting'`.execute(owner);
    const scribe = startScribe(options);
    await scribe.run().catch(() => undefined);
    await scribe.stop();
    scribes.pop();
    await chain.finalize();
    if ((await states()).every((state) => state !== 'waiting' && state !== 'sent')) return runs;
  }
  throw new Error(`not done: ${(await states()).join()}`);
}

/** The faults of a send: the node does not receive it, receives it and does not reply, or nothing fails. */
function cutSends(): Lie {
  let sends = 0;
  return async (call, ask) => {
    if (call.method !== 'eth_sendRawTransaction') return undefined;
    sends += 1;
    if (sends % 3 === 0) return undefined;
    if (sends % 3 === 1) await ask(call);
    return { status: 500 };
  };
}

describe('a killed scribe', () => {
  test('behavior: killed before and after each send, it anchors each root by one transaction', async () => {
    const entries = await addRoots(12);
    const before = await nonce();
    lying.tell(cutSends());
    await runUntilDone({ urls: [lying.url] });
    expect(await states()).toEqual(entries.map(() => 'final'));
    expect(await timesAnchored(entries)).toEqual(entries.map(() => 1));
    expect((await nonce()) - before).toBe(12);
  });

  test('twin: a scribe that records a transaction after sending it sends more than there are roots', async () => {
    const entries = await addRoots(12);
    const before = await nonce();
    lying.tell(cutSends());
    const wallet = createWalletClient({
      account: chain.wallet(DEV_ROLES.scribe).account,
      chain: chain.wallet(DEV_ROLES.scribe).chain,
      transport: http(lying.url, { retryCount: 0 }),
    });
    const recordedEntries = new Set<bigint>();
    for (let tries = 0; tries < 100 && recordedEntries.size < entries.length; tries += 1) {
      const entry = entries.find((candidate) => !recordedEntries.has(candidate)) ?? 0n;
      const args = [journalSubject(entry), rootOf(entry), await cosignatureOf(entry)] as const;
      const data = encodeFunctionData({ abi: anchorsAbi, functionName: 'anchor', args });
      const request = { to: chain.addresses.anchors, data, gas: 100_000n, type: 'legacy' } as const;
      await wallet.sendTransaction(request).then(
        () => recordedEntries.add(entry),
        () => undefined,
      );
    }
    expect(recordedEntries.size).toBe(12);
    expect((await nonce()) - before).toBeGreaterThan(12);
  });

  test('behavior: three concurrent scribes send each root once', async () => {
    const entries = await addRoots(20);
    const before = await nonce();
    for (let run = 0; run < 8; run += 1) {
      const group = [startScribe(), startScribe(), startScribe()];
      await Promise.all(group.map((scribe) => scribe.run()));
      await Promise.all(group.map((scribe) => scribe.stop()));
      scribes = [];
      await chain.finalize();
    }
    expect(await states()).toEqual(entries.map(() => 'final'));
    expect(await timesAnchored(entries)).toEqual(entries.map(() => 1));
    expect((await nonce()) - before).toBe(20);
  });

  test('behavior: a root in flight is neither requeued nor sent with the same nonce by another scribe', async () => {
    const first = await addRoots(3);
    await chain.testClient.setAutomine(false);
    try {
      const scribe = startScribe();
      await scribe.run();
      const ids = await owner.selectFrom('anchor').select('id').execute();
      await postponeAnchors(scribe.db, {
        ids: ids.map(({ id }) => id),
        lastError: 'the other one was sending',
      });
      expect(await states()).toEqual(['sent', 'sent', 'sent']);
      const second = await addRoots(3);
      await startScribe().run();
      expect(await states()).toEqual(Array.from({ length: 6 }, () => 'sent'));
      await chain.mine(1);
      expect(await timesAnchored([...first, ...second])).toEqual([1, 1, 1, 1, 1, 1]);
    } finally {
      await chain.testClient.setAutomine(true);
    }
  });

  test('behavior: a scribe that was down for days catches up, sixteen at a time', async () => {
    const entries = await addRoots(60);
    await sql`update anchor set made_at = now() - interval '3 days'`.execute(owner);
    expect(await checkAnchors(owner)).toEqual({
      code: 'roots-not-final',
      count: 60,
      seconds: expect.closeTo(3 * 86_400, -2),
    });
    let most = 0;
    lying.tell(async ({ method }) => {
      if (method === 'eth_sendRawTransaction') most = Math.max(most, (await readAnchorState(owner)).sent);
      return undefined;
    });
    const runs = await runUntilDone({ urls: [lying.url] });
    expect(runs).toBeLessThanOrEqual(6);
    expect(most).toBe(16);
    expect(await timesAnchored(entries)).toEqual(entries.map(() => 1));
    expect(await checkAnchors(owner)).toBe(null);
  });
});

describe('a reorganising chain', () => {
  test('behavior: a root that a reorganisation removes is resent in the same transaction', async () => {
    const [entry = 0n] = await addRoots(1);
    const scribe = startScribe();
    await scribe.run();
    await scribe.run();
    const [first] = await owner.selectFrom('anchor').select(['tx_hash', 'block_hash']).execute();
    expect(first?.block_hash).toMatch(/^0x/);
    await chain.reorg({ depth: 1 });
    expect(await timesAnchored([entry])).toEqual([0]);
    await scribe.run();
    await scribe.run();
    const [second] = await owner.selectFrom('anchor').select(['state', 'tx_hash', 'block_hash']).execute();
    expect(second).toMatchObject({ state: 'sent', tx_hash: first?.tx_hash });
    expect(second?.block_hash).not.toBe(first?.block_hash);
    await chain.finalize();
    await scribe.run();
    expect(await states()).toEqual(['final']);
    expect(await timesAnchored([entry])).toEqual([1]);
  });

  test('twin: a scribe that treats the latest block as final reports a root that is gone', async () => {
    const [entry = 0n] = await addRoots(1);
    lying.tell(async (call, ask) =>
      call.method === 'eth_getBlockByNumber' && call.params[0] === 'finalized'
        ? { result: await ask({ ...call, params: ['latest', false] }) }
        : undefined,
    );
    const scribe = startScribe({ urls: [lying.url] });
    // The node mines the transaction after its answer.
    await expect.poll(() => scribe.run().then(states)).toEqual(['final']);
    await chain.reorg({ depth: 1 });
    await scribe.run();
    expect(await states()).toEqual(['final']);
    expect(await timesAnchored([entry])).toEqual([0]);
  });

  test('behavior: a root whose nonce another transaction used gets another nonce', async () => {
    const [entry = 0n] = await addRoots(1);
    lying.tell(async ({ method }) => (method === 'eth_sendRawTransaction' ? { status: 500 } : undefined));
    await startScribe({ urls: [lying.url] }).run();
    const foreign = await chain.wallet(DEV_ROLES.scribe).sendTransaction({ to: SCRIBE, value: 1n });
    await chain.waitFor(foreign);
    lying.tell(undefined);
    const scribe = startScribe();
    // Until the other transaction is final, a reorganisation can remove it and include ours.
    await scribe.run();
    expect(await states()).toEqual(['sent']);
    await chain.finalize();
    await runUntilDone();
    expect(await states()).toEqual(['final']);
    expect(await timesAnchored([entry])).toEqual([1]);
    const { rows } = await sql<{ nonces: number }>`
      select count(distinct nonce)::int as nonces from anchor_transaction`.execute(owner);
    expect(rows[0]?.nonces).toBe(2);
  });

  test('behavior: a root that is anchored without a row is found in the contract and not sent again', async () => {
    const [entry = 0n, other = 0n] = await addRoots(2);
    await runUntilDone();
    const [known] = await owner.selectFrom('anchor').selectAll().where('subject', '=', entry).execute();
    const before = await nonce();
    // A backup from before the send, with one changed root.
    await sql`delete from anchor_transaction`.execute(owner);
    await sql`update anchor set state = 'waiting', sender = null, nonce = null, tx_hash = null, block_number = null,
      block_hash = null, final_at = null`.execute(owner);
    await sql`update anchor set root = sha256('other') where subject = ${other}`.execute(owner);
    await runUntilDone();
    const [found] = await owner.selectFrom('anchor').selectAll().where('subject', '=', entry).execute();
    expect(found).toMatchObject({
      state: 'final',
      tx_hash: known?.tx_hash,
      block_number: known?.block_number,
      block_hash: known?.block_hash,
    });
    expect(await states()).toEqual(['final', 'conflicting']);
    expect((await nonce()) - before).toBe(0);
    expect(await checkAnchors(owner)).toEqual({ code: 'roots-differ', count: 1 });
  });
});

describe('a root that cannot be sent', () => {
  test('behavior: above the maximum price a root waits, and is sent when the price has fallen', async () => {
    const entries = await addRoots(2);
    const before = await nonce();
    await startScribe({ maxGasPrice: 1n }).run();
    const rows = await owner.selectFrom('anchor').select(['state', 'last_error']).execute();
    expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    expect(rows[0]?.last_error).toContain('SCRIBE_MAX_GAS_PRICE');
    expect((await nonce()) - before).toBe(0);
    await runUntilDone();
    expect(await timesAnchored(entries)).toEqual([1, 1]);
  });

  test('behavior: one whose price became too low is replaced with the same nonce, and anchored once', async () => {
    const entries = await addRoots(3);
    const before = await nonce();
    await chain.testClient.setAutomine(false);
    try {
      await startScribe().run();
      await chain.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') });
      await chain.mine(1);
      expect(await timesAnchored(entries)).toEqual([0, 0, 0]);
      for (let run = 0; run < 6; run += 1) {
        await startScribe({ raiseMs: 0 }).run();
        await chain.mine(1);
      }
    } finally {
      await chain.testClient.setAutomine(true);
    }
    await runUntilDone({ raiseMs: 0 });
    expect(await timesAnchored(entries)).toEqual([1, 1, 1]);
    expect((await nonce()) - before).toBe(3);
    const { rows } = await sql<{ prices: number }>`
      select count(*)::int as prices from anchor_transaction group by anchor_id order by 1 desc limit 1`.execute(owner);
    expect(rows[0]?.prices).toBeGreaterThan(1);
  });

  test('behavior: without the role nothing is sent and the row says why, until it is granted', async () => {
    const stranger = devAccount(DEV_ROLES.scribe - 1).address;
    const [entry = 0n] = await addRoots(1);
    await startScribe({ account: DEV_ROLES.scribe - 1 }).run();
    const [row] = await owner.selectFrom('anchor').select(['state', 'last_error']).execute();
    expect(row?.state).toBe('waiting');
    expect(row?.last_error).toMatch(/AccessControlUnauthorizedAccount|0xe2517d3f/);
    expect(await chain.publicClient.getTransactionCount({ address: stranger })).toBe(0);
    const role = keccak256(toHex('ANCHOR_ROLE'));
    await chain.waitFor(
      await chain.wallet(DEV_ROLES.operator).writeContract({
        address: chain.addresses.anchors,
        abi: anchorsAbi,
        functionName: 'grantRole',
        args: [role, stranger],
      }),
    );
    await runUntilDone({ account: DEV_ROLES.scribe - 1 });
    expect(await timesAnchored([entry])).toEqual([1]);
  });

  test('behavior: a root whose transaction reverted waits with the error, then another one anchors it', async () => {
    const role = keccak256(toHex('ANCHOR_ROLE'));
    const change = (functionName: 'grantRole' | 'revokeRole') =>
      chain.wallet(DEV_ROLES.operator).writeContract({
        address: chain.addresses.anchors,
        abi: anchorsAbi,
        functionName,
        args: [role, SCRIBE],
        gas: 100_000n,
        gasPrice: parseGwei('90'),
      });
    const [entry = 0n] = await addRoots(1);
    await chain.testClient.setAutomine(false);
    try {
      await startScribe().run();
      // It pays more, so it is first in the block.
      await change('revokeRole');
      await chain.mine(1);
    } finally {
      await chain.testClient.setAutomine(true);
    }
    const scribe = startScribe();
    await scribe.run();
    expect(await states()).toEqual(['sent']);
    await chain.finalize();
    await scribe.run();
    const [row] = await owner.selectFrom('anchor').select(['state', 'last_error']).execute();
    expect(row?.state).toBe('waiting');
    expect(row?.last_error).toMatch(/^transaction 0x[0-9a-f]{64} was reverted$/);
    await chain.waitFor(await change('grantRole'));
    await runUntilDone();
    expect(await states()).toEqual(['final']);
    expect(await timesAnchored([entry])).toEqual([1]);
  });

  test('behavior: liabilities of each later block are anchored once, and late ones are superseded', async () => {
    const head = await chain.publicClient.getBlockNumber();
    const add = (subject: bigint, asOfBlock: bigint, total: bigint) =>
      owner
        .insertInto('anchor')
        .values({
          kind: 'liabilities',
          subject,
          root: Buffer.from(rootOf(subject).slice(2), 'hex'),
          currency: 0,
          ...{ total, deposited: total, withdrawn: 0n },
          as_of_block: asOfBlock,
        })
        .execute();
    await add(1n, head - 3n, 100n);
    await add(2n, head - 2n, 90n);
    await add(3n, head - 2n, 80n);
    await add(4n, head, 70n);
    await cosignRoots(owner, chain);
    await runUntilDone();
    expect(await states()).toEqual(['final', 'final', 'superseded', 'final']);
    const { liabilities } = await readAnchored(chain);
    expect(liabilities.map(({ epoch, total, asOfBlock }) => [epoch, total, asOfBlock])).toEqual([
      [1n, 100n, head - 3n],
      [2n, 90n, head - 2n],
      [3n, 70n, head],
    ]);
    // The auditor signs no root that the contract no longer takes.
    await add(5n, head, 60n);
    expect(await cosignRoots(owner, chain)).toEqual([]);
    await runUntilDone();
    expect((await states()).at(-1)).toBe('superseded');
  });
});
