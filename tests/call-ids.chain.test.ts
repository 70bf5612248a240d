import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@city-mint/api-contract/client';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { pickPort } from '@city-mint/devnet/ports';
import { serverEnvironment, withLogin, workerEnvironment } from '@city-mint/devnet/server-environment';
import { tokenAmount } from '@city-mint/domain/money/token-amount';
import { requestWithdrawal } from '@city-mint/server/assets/withdrawals/commands/request-withdrawal';
import { findLastVoucher } from '@city-mint/server/assets/withdrawals/store/vouchers';
import { findWithdrawal } from '@city-mint/server/assets/withdrawals/store/withdrawals';
import { voucherOf } from '@city-mint/server/assets/withdrawals/voucher';
import { createDatabase, type Database } from '@city-mint/server/platform/database/database';
import { isHex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSessionOf } from './builders/sessions.ts';
import { type ServerProcess, startProcess } from './faults/server-process.ts';
import { createTestDatabase, type TestDatabase } from './setup/create-test-database.ts';
import { signVoucher } from './setup/pay-voucher.ts';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from './setup/start-test-chain.ts';

const UNIT = 10n ** 18n;
const USER = 10;
const TRACE = 'trace-of-one-withdrawal_1';

/** The three processes as in production, on one database and chain. */
describe('the processes', () => {
  let chain: TestChain;
  let database: TestDatabase;
  let owner: Database;
  let url: string;
  let running: Record<'api' | 'worker' | 'indexer' | 'verifier', ServerProcess>;
  let isOver = false;
  let mining: Promise<void>;

  beforeAll(async () => {
    [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
    owner = createDatabase({ url: database.url, maxConnections: 2 });
    const { port } = await pickPort();
    url = `http://127.0.0.1:${port}`;
    const endpoints = { databaseUrl: database.url, rpcUrl: chain.url, contracts: chain.addresses };
    const environment = {
      ...serverEnvironment({ ...endpoints, chainId: TEST_CHAIN_ID, port, webDist: '' }),
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
    };
    const [api, worker, indexer, verifier] = await Promise.all([
      startProcess('api', withLogin(environment, 'city_mint_api')),
      startProcess('worker', workerEnvironment(environment)),
      startProcess('indexer', withLogin(environment, 'city_mint_indexer')),
      startProcess('verifier', withLogin(environment, 'city_mint_verifier')),
    ]);
    running = { api, worker, indexer, verifier };
    mining = (async () => {
      while (!isOver) {
        await chain.mine(1);
        await sleep(100);
      }
    })();
  });
  afterAll(async () => {
    isOver = true;
    await mining;
    await Promise.all(Object.values(running).map((each) => each.hasExited() || each.end('SIGKILL')));
    await owner.destroy();
    await database.drop();
    await chain.stop();
  });

  const account = () => devAccount(USER);

  async function signIn(): Promise<string> {
    const client = createClient({ baseUrl: url, fetch, token: () => null, lang: () => 'en' });
    const asked = { eth_address: account().address, domain: new URL(url).host, uri: url };
    const text = await client.call('POST /api/app/user/signMessage', asked);
    if (!text.ok) throw new Error(text.error);
    const sign_hex = await chain.wallet(USER).signMessage({ message: text.data.message });
    const session = await client.call('POST /api/app/user/login', { sign_hex, nonce: text.data.nonce });
    if (!session.ok) throw new Error(session.error);
    return session.data.token;
  }

  const findUser = () =>
    owner.selectFrom('app_user').select('id').where('address', '=', account().address).executeTakeFirst();

  async function sendVoucher(userId: bigint, withdrawalId: bigint): Promise<void> {
    const row = await findWithdrawal(owner, { userId, id: withdrawalId });
    const signed = await findLastVoucher(owner, withdrawalId);
    if (row === undefined || signed === undefined || !isHex(signed.signature)) throw new Error('no voucher');
    const term = {
      validAfter: BigInt(signed.valid_after.getTime() / 1_000),
      deadline: BigInt(signed.deadline.getTime() / 1_000),
    };
    const voucher = voucherOf({ chainId: TEST_CHAIN_ID, ...chain.addresses }, row, term);
    const call = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'withdraw' } as const;
    const cosignature = await signVoucher(chain, { by: 'auditor', voucher });
    const args = [voucher, signed.signature, cosignature] as const;
    await chain.waitFor(await chain.wallet(USER).writeContract({ ...call, args }));
  }

  const linesWith = (name: keyof typeof running, ...texts: string[]) =>
    running[name].lines.filter((line) => texts.every((text) => line.includes(text)));
  const waitFor = (ask: () => unknown) => expect.poll(ask, { timeout: 60_000, interval: 100 }).toBeTruthy();

  test('default: all three log a withdrawal with its call id; twin: without one there is none', async () => {
    await chain.depositNative(USER, 5n * UNIT);
    await waitFor(findUser);
    const userId = (await findUser())?.id ?? 0n;
    const token = await signIn();
    const asked = await fetch(`${url}/api/app/user/withdraw`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'x-request-id': TRACE },
      body: JSON.stringify({ currency: 'JU', to: account().address, amount: '2', requestId: randomUUID() }),
    });
    expect(asked.headers.get('x-request-id')).toBe(TRACE);
    const answer = (await asked.json()) as { data: { withdrawalId: string } };
    const withdrawalId = BigInt(answer.data.withdrawalId);
    const of = `"withdrawalId":"${withdrawalId}"`;
    const id = `"callId":"${TRACE}"`;
    await waitFor(() => linesWith('worker', 'voucher signed', of, id).length === 1);
    await sendVoucher(userId, withdrawalId);
    await waitFor(() => linesWith('indexer', 'withdrawal completed', of, id).length === 1);
    expect(linesWith('api', id, '"call"', '/api/app/user/withdraw')).toHaveLength(1);

    const withoutCallId = {
      currency: 'JU',
      to: account().address,
      amount: tokenAmount(UNIT),
      requestId: randomUUID(),
    } as const;
    const session = await openSessionOf(owner, userId);
    const request = { ...withoutCallId, userId, token: session, account: account().address };
    const second = await requestWithdrawal(owner, { request, forbiddenAddresses: [] });
    if (!('withdrawalId' in second)) throw new Error(second.refusal);
    await waitFor(() => linesWith('worker', 'voucher signed', `"withdrawalId":"${second.withdrawalId}"`).length === 1);
    expect(linesWith('worker', `"withdrawalId":"${second.withdrawalId}"`, '"callId":null')).toHaveLength(1);
    expect(linesWith('worker', id)).toHaveLength(1);
  });

  test('behavior: each process serves health and metrics', async () => {
    const addressOf = (name: 'worker' | 'indexer') => {
      const line = linesWith(name, 'health and metrics')[0] ?? '{}';
      return (JSON.parse(line) as { address: string }).address;
    };
    const text = async (base: string, path: string) => {
      const answer = await fetch(base + path);
      return `${answer.status} ${await answer.text()}`;
    };
    const metrics = {
      api: await text(url, '/metrics'),
      worker: await text(addressOf('worker'), '/metrics'),
      indexer: await text(addressOf('indexer'), '/metrics'),
    };
    for (const [name, figures] of Object.entries(metrics)) {
      expect(figures, name).toMatch(/^200 /);
      expect(figures, name).toContain(`nodejs_eventloop_lag_seconds{process="${name}"}`);
      expect(figures, name).toMatch(
        new RegExp(`city_mint_pool_connections\\{pool="main",state="waiting",process="${name}"\\} 0`),
      );
    }
    const withdrawals = /city_mint_withdrawals_pending\{state="signed",process="\w+"\} 1\n/;
    for (const name of ['api', 'worker'] as const) {
      expect(metrics[name]).toMatch(withdrawals);
      expect(metrics[name]).toMatch(/city_mint_withdrawals_oldest_seconds\{state="signed",process="\w+"\} \d/);
      expect(metrics[name]).toMatch(/city_mint_rounds_due\{process="\w+"\} 0\n/);
      expect(metrics[name]).toMatch(/city_mint_grants_waiting\{process="\w+"\} 0\n/);
    }
    expect(metrics.worker).toContain('city_mint_demands_oldest_seconds{process="worker"} 0\n');
    expect(metrics.api).toMatch(
      /city_mint_http_call_seconds_count\{process="api",route="POST \/api\/app\/user\/withdraw"/,
    );
    expect(metrics.api).toMatch(/city_mint_pool_connections\{pool="money",state="maximum",process="api"\} 3\n/);
    expect(metrics.api).toContain('city_mint_event_listeners{process="api"} 0');
    expect(metrics.worker).toMatch(/city_mint_job_runs_total\{job="rounds",outcome="done",process="worker"\} \d/);
    expect(metrics.worker).toMatch(/city_mint_due_late_seconds_count\{process="worker",work="withdrawal"\} 2\n/);
    expect(metrics.worker).toMatch(/city_mint_job_last_done_at_seconds\{job="sign withdrawals",process="worker"\} \d/);
    expect(metrics.worker).toContain('# TYPE city_mint_reserve_difference_base_units gauge');
    for (const name of ['api', 'indexer'] as const) {
      expect(metrics[name]).toMatch(/city_mint_chain_halted\{source="vault",process="\w+"\} 0\n/);
      expect(metrics[name]).toMatch(/city_mint_chain_lag_blocks\{source="vault",process="\w+"\} \d/);
    }
    for (const name of ['worker', 'indexer'] as const) {
      expect(await text(addressOf(name), '/health/live')).toBe('200 {"status":"ok"}');
      expect(await text(addressOf(name), '/health/ready')).toMatch(/^200 .*"database":"ok"/);
      expect(await text(addressOf(name), '/api/app/home')).toMatch(/^404/);
    }
  });

  test('behavior: each exits with code 0 on SIGTERM', async () => {
    const codes = await Promise.all(Object.values(running).map((each) => each.end('SIGTERM')));
    expect(codes).toEqual([0, 0, 0, 0]);
  });
});
