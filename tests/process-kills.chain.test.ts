// @module-tag soak-4
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import {
  auditorEnvironment,
  serverEnvironment,
  withLogin,
  workerEnvironment,
} from '@city-mint/devnet/server-environment';
import { waitUntil } from '@city-mint/devnet/wait-until';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { requestWithdrawal } from '@city-mint/server/assets/withdrawals/commands/request-withdrawal';
import { findLastVoucher } from '@city-mint/server/assets/withdrawals/store/vouchers';
import { findWithdrawal } from '@city-mint/server/assets/withdrawals/store/withdrawals';
import { voucherOf } from '@city-mint/server/assets/withdrawals/voucher';
import { readLedgerTotals } from '@city-mint/server/ledger/accounts/queries';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { isHex } from 'viem';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSessionOf } from './builders/sessions.ts';
import { asRole } from './setup/as-role.ts';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from './setup/start-test-chain.ts';

const UNIT = 10n ** 18n;
const PROCESSES = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'processes');
const USERS = Array.from({ length: 8 }, (_, index) => 10 + index);
const KILLS = 12;

let chain: TestChain;
let database: TestDatabase;
let owner: Database;
let api: Database;
const started = new Set<ChildProcess>();
const READY = {
  indexer: '"reading the chain"',
  worker: '"the worker is running"',
  auditor: '"watching the vault"',
};
const trees = mkdtempSync(join(tmpdir(), 'city-mint-trees-'));

beforeAll(async () => {
  [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
  owner = createDatabase({ url: database.url });
  api = createDatabase({ ...asRole(database.url, 'city_mint_api') });
});
afterAll(async () => {
  // Also those of a test that failed before it ended them.
  for (const child of started) child.kill('SIGKILL');
  await Promise.all([owner.destroy(), api.destroy()]);
  await database.drop();
  await chain.stop();
  rmSync(trees, { recursive: true, force: true });
});

type Running = { readonly child: ChildProcess; readonly isReady: Promise<void> };

/** Starts a process and returns immediately, so that some are killed while they start. */
function startProcess(name: keyof typeof READY): Running {
  const environment = serverEnvironment({
    databaseUrl: database.url,
    rpcUrl: chain.url,
    chainId: TEST_CHAIN_ID,
    contracts: chain.addresses,
    port: 0,
    webDist: '',
  });
  const own = {
    indexer: () => withLogin(environment, 'city_mint_indexer'),
    worker: () => workerEnvironment(environment),
    auditor: () => auditorEnvironment(environment, trees),
  };
  const env = { ...own[name](), LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [join(PROCESSES, `${name}.ts`)], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  started.add(child);
  const isReady = new Promise<void>((resolve) => {
    const look = (line: string) => void (line.includes(READY[name]) && resolve());
    createInterface({ input: child.stdout }).on('line', look);
  });
  return { child, isReady };
}

async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}

/**
 * Asks every 50 ms until there is a value, also after a failure, as on a busy machine a connection may take longer than
 * the pool waits; returns the value, and throws after a minute without one.
 */
async function pollFor<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  let failure: unknown;
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
    try {
      const value = await ask();
      if (value !== undefined) return value;
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('there was no value within a minute', { cause: failure });
}

async function userIdOf(index: number): Promise<bigint | undefined> {
  const address = devAccount(index).address;
  return (await owner.selectFrom('app_user').select('id').where('address', '=', address).executeTakeFirst())?.id;
}

/** Recharges, requests a withdrawal and sends the voucher, as a user does. */
async function rechargeAndWithdraw(index: number): Promise<void> {
  await chain.depositNative(index, 5n * UNIT);
  const userId = await pollFor(() => userIdOf(index));
  const account = devAccount(index).address;
  const asked = {
    currency: 'JU',
    to: devAccount(50).address,
    amount: tokenAmount(2n * UNIT),
    requestId: randomUUID(),
  } as const;
  // Asked again with the same id, it happens once.
  const request = { ...asked, userId, token: await openSessionOf(owner, userId), account };
  const answer = await pollFor(() => requestWithdrawal(api, { request, forbiddenAddresses: [] }));
  if (!('withdrawalId' in answer)) throw new Error(answer.refusal);
  const row = await pollFor(() => findWithdrawal(owner, { userId, id: answer.withdrawalId }));
  // Signed by the worker, and then by the auditor.
  const signed = await pollFor(async () => {
    const last = await findLastVoucher(owner, row.id);
    return last?.cosignature == null ? undefined : last;
  });
  const { signature, cosignature } = signed;
  if (!isHex(signature) || !isHex(cosignature)) throw new Error('no signature');
  const deployment = { chainId: TEST_CHAIN_ID, ...chain.addresses };
  const voucher = voucherOf(deployment, row, {
    validAfter: BigInt(signed.valid_after.getTime() / 1000),
    deadline: BigInt(signed.deadline.getTime() / 1000),
  });
  // As in the page: an exact estimate runs out of gas when another withdrawal of the same window comes first.
  const call = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'withdraw', gas: 200_000n } as const;
  const args = [voucher, signature, cosignature] as const;
  await chain.waitFor(await chain.wallet(index).writeContract({ ...call, args }));
}

test(`default: with indexers, worker, auditor killed ${KILLS}× each recharge and withdrawal happens once`, async () => {
  const running = {
    indexer: startProcess('indexer'),
    second: startProcess('indexer'),
    worker: startProcess('worker'),
    auditor: startProcess('auditor'),
  };
  let isOver = false;
  // After a failed test none of these continues and starts processes that nothing ends.
  onTestFinished(async () => {
    isOver = true;
    await Promise.allSettled([mining, killing]);
  });
  const mining = (async () => {
    while (!isOver) {
      await chain.mine(1);
      await sleep(150);
    }
  })();
  const killing = (async () => {
    for (let kill = 0; kill < KILLS && !isOver; kill += 1) {
      await sleep(300 + Math.random() * 900);
      const name = (['indexer', 'second', 'worker', 'auditor'] as const)[kill % 4] ?? 'indexer';
      await end(running[name], 'SIGKILL');
      running[name] = startProcess(name === 'second' ? 'indexer' : name);
    }
  })();
  await Promise.all([killing, ...USERS.map(rechargeAndWithdraw)]);

  const completed = async () =>
    (await owner.selectFrom('withdrawal').select('id').where('state', '=', 'completed').execute()).length;
  expect(await waitUntil(async () => (await completed()) === USERS.length)).toBe(true);
  isOver = true;
  await mining;
  // A process that is starting does not handle signals yet.
  await Promise.all(Object.values(running).map(({ isReady }) => isReady));
  expect(await end(running.indexer, 'SIGTERM')).toBe(0);
  expect(await end(running.second, 'SIGTERM')).toBe(0);
  expect(await end(running.worker, 'SIGTERM')).toBe(0);
  expect(await end(running.auditor, 'SIGTERM')).toBe(0);

  const totals = await readLedgerTotals(owner);
  const held = await chain.publicClient.readContract({
    address: chain.addresses.vault,
    abi: vaultAbi,
    functionName: 'accounted',
    args: [chain.nativeToken],
  });
  expect(totals.JU).toEqual({ inCustody: held, sum: 0n });
  expect(held).toBe(BigInt(USERS.length) * 3n * UNIT);
  const paid = await chain.publicClient.getBalance({ address: devAccount(50).address });
  expect(paid).toBe(1_000_000n * UNIT + BigInt(USERS.length) * 2n * UNIT);
  const counts = await owner
    .selectFrom('ledger_transfer')
    .select(({ fn }) => ['kind', fn.countAll<bigint>().as('count')])
    .where('kind', 'in', [1, 2, 3, 4])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  const each = BigInt(USERS.length);
  expect(counts.map(({ kind, count }) => [kind, count])).toEqual([
    [1, each],
    [2, each],
    [3, each],
  ]);
  const paused = await owner.selectFrom('system_switch').select('paused').where('name', '=', 'withdrawals').execute();
  expect(paused).toEqual([{ paused: false }]);
});
