import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { vaultEvents } from '@city-mint/server/assets/chain-events';
import { createLogReader } from '@city-mint/server/platform/chain/log-reader';
import { createRpcNodes } from '@city-mint/server/platform/chain/rpc-node';
import { createSharedReading } from '@city-mint/server/platform/chain/shared-reading';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { createLogger } from '@city-mint/server/platform/log/create-logger';
import { ensureUsers } from '@city-mint/server/session/commands/users';
import { createSwapJob } from '@city-mint/server/swap/jobs';
import { asRole } from '@city-mint/tests/setup/as-role';
import { sql } from 'kysely';

import { MADE, PER_BLOCK, voucherOf, WALLETS, walletOf } from './measure/made-chain.ts';
import { report } from './measure/report.ts';
import { roundTo, secondsSince } from './measure/statistics.ts';
import { withPostgres } from './measure/with-postgres.ts';

/**
 * Catching up with `--events` events (100,000) of the vault and the pool, in blocks of 200: 90 recharges, 10 payments
 * of withdrawals, 50 swaps with their syncs. Logs are compared over `--nodes` nodes (1) and held against receipts; all
 * is credited, debited and listed. The reference reads the same replies from the same node and parses them.
 */
const TARGET = 20_000;
/** Size of the young generation that `npm run indexer` sets. */
const NEW_SPACE = '--max-semi-space-size=32';
if (!process.execArgv.includes(NEW_SPACE)) {
  const args = [NEW_SPACE, ...process.execArgv, import.meta.filename, ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
}
const CHAIN_ID = 31_337;
const { values } = parseArgs({
  options: { events: { type: 'string', default: '100000' }, nodes: { type: 'string', default: '1' } },
});
const blocks = Math.ceil(Number(values.events) / PER_BLOCK.events);
const events = blocks * PER_BLOCK.events;
const log = createLogger({ name: 'bench', level: 'silent' });

const { worker, urls } = await startNode();
await withPostgres(async (url) => {
  const owner = createDatabase({ url, statementTimeoutMs: 600_000 });
  await buildSignedWithdrawals(owner);
  await sql`vacuum analyze`.execute(owner);
  await sql`checkpoint`.execute(owner);
  const db = createDatabase({ ...asRole(url, 'city_mint_indexer'), maxConnections: 4 });
  const chain = {
    ...{ db, chainId: CHAIN_ID, confirmations: 4, startBlock: 1n, log, nodes: createRpcNodes({ urls }) },
    shared: createSharedReading(),
  };
  const deployment = { chainId: CHAIN_ID, vault: MADE.vault, fmc: MADE.fmc };
  const vault = createLogReader({ ...chain, source: vaultEvents(deployment) });
  const swaps = createSwapJob({ ...chain, addresses: MADE });
  const startedAt = performance.now();
  // Concurrently, as the indexer does.
  const [vaultSeconds, poolSeconds] = await Promise.all([
    untilRead(async () => {
      while ((await vault.poll()) === 'more');
    }).then(() => secondsSince(startedAt)),
    untilRead(() => swaps()).then(() => secondsSince(startedAt)),
  ]);
  const seconds = Math.max(vaultSeconds, poolSeconds);
  const exact = await isExact(owner);
  const limit = events / (await readPlainly(urls));
  await Promise.all([db.destroy(), owner.destroy()]);
  const value = events / seconds;
  report({
    bench: 'catch-up',
    ...{ value: Math.round(value), unit: 'events/s', limit: Math.round(limit) },
    limitOf: 'the same logs, blocks and receipts fetched from the same nodes and parsed',
    ...{ ratio: roundTo(value / limit, 2), target: `>= ${TARGET} events/s, exact`, met: exact && value >= TARGET },
    details: {
      ...{ exact, events, blocks, nodes: urls.length },
      ...{ vaultSeconds: roundTo(vaultSeconds, 2), poolSeconds: roundTo(poolSeconds, 2) },
    },
  });
});
await worker.terminate();

/** A node's oversized reply is an error, after which fewer blocks are requested, as in the process. */
async function untilRead(read: () => Promise<void>): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await read();
    } catch (error) {
      if (attempts >= 50) throw error;
    }
  }
}

/** Starts the node of the generated chain, reachable under several addresses for the comparison of nodes. */
async function startNode() {
  const worker = new Worker(new URL('./measure/made-node.ts', import.meta.url), {
    workerData: { blocks, chainId: CHAIN_ID },
  });
  const port = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return {
    worker,
    urls: Array.from({ length: Number(values.nodes) }, (_, index) => `http://127.0.0.1:${port}/${index}`),
  };
}

/** Adds the wallets, and for each payment of the chain a withdrawal whose voucher is signed. */
async function buildSignedWithdrawals(owner: Database): Promise<void> {
  const payments = blocks * PER_BLOCK.payments;
  const wallets = Array.from({ length: WALLETS }, (_, index) => walletOf(index));
  const accounts = Array.from({ length: payments }, (_, index) => walletOf(index));
  const vouchers = accounts.map((_, index) => voucherOf(index));
  await owner.transaction().execute(async (tx) => {
    await ensureUsers(tx, wallets);
    await sql`
      insert into withdrawal (user_id, request_id, body_hash, voucher_id, account, recipient, currency, amount, state)
      select u.id, gen_random_uuid(), '', v.voucher, v.account, v.account, 0, 1e18, 'signed'
      from unnest(${accounts}::text[], ${vouchers}::text[]) v (account, voucher)
      join app_user u on u.address = v.account
    `.execute(tx);
    await sql`
      select ledger_write_transfer(kind_deposit(), account_custody(currency_ju()),
        account_available(user_id, currency_ju()), amount, -id) from withdrawal`.execute(tx);
    await sql`
      select ledger_write_transfer(kind_withdrawal_request(), account_available(user_id, currency_ju()),
        account_withdrawing(user_id, currency_ju()), amount, id) from withdrawal`.execute(tx);
  });
}

/** Returns whether everything arrived exactly once: recharges, payments, swaps, prices, and the ledger's sum. */
async function isExact(owner: Database): Promise<boolean> {
  const { rows } = await sql<{ counts: string[] }>`
    select array[(select count(*) from recharge), (select count(*) from withdrawal where state = 'completed'),
      (select count(*) from swap where is_final), (select coalesce(max(changes), 0) from pool_price),
      (select count(*) from chain_event), (select sum(balance) from ledger_account)]::text[] as counts`.execute(owner);
  const { deposits, payments, swaps } = PER_BLOCK;
  const expected = [deposits, payments, swaps, swaps, deposits + payments].map((count) => String(count * blocks));
  return JSON.stringify(rows[0]?.counts) === JSON.stringify([...expected, '0']);
}

/** Fetches and parses the minimum that any reader of both contracts needs; returns the seconds. */
async function readPlainly(from: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const ask = async (url: string, method: string, params: readonly unknown[]) => {
    const reply = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return reply.json();
  };
  for (let number = 1; number <= blocks; number += 1) {
    const at = `0x${number.toString(16)}`;
    await Promise.all(
      from.flatMap((url) =>
        [MADE.vault, MADE.pair].flatMap((address) => [
          ask(url, 'eth_getLogs', [{ address: [address], fromBlock: at, toBlock: at }]),
          ask(url, 'eth_getBlockByNumber', [at, address === MADE.pair]),
          ask(url, 'eth_getBlockReceipts', [at]),
        ]),
      ),
    );
  }
  return secondsSince(startedAt);
}
