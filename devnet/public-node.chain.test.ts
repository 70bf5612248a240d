import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@city-mint/api-contract/client';
import { startProcess } from '@city-mint/tests/faults/server-process';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestChain, TEST_CHAIN_ID, type TestChain } from '@city-mint/tests/setup/start-test-chain';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { devAccount } from './dev-accounts.ts';
import { networkAddress } from './network-address.ts';
import { pickPort } from './ports.ts';
import { type PublicNode, startPublicNode } from './public-node.ts';
import { apiEnvironment, publicNodeUrl, serverEnvironment, withLogin } from './server-environment.ts';

const USER = 21;
/** On a machine without a network, another address that is not the one that servers listen on by default. */
const HOST = networkAddress() ?? '127.0.0.2';

let chain: TestChain;
let node: PublicNode;
let url: string;

beforeAll(async () => {
  chain = await startTestChain();
  node = await startPublicNode({ nodeUrl: chain.url, port: 0 });
  url = publicNodeUrl({ host: HOST, nodePort: node.port });
});
afterAll(async () => {
  await node.stop();
  await chain.stop();
});

async function ask(body: string): Promise<unknown> {
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
}

const call = (method: string, params: unknown[] = []) => JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
const refused = (method: string) => ({ error: { code: -32_601, message: `${method} is not open to other machines` } });

describe('the public node', () => {
  test('default: a wallet reads the chain and sends signed transactions, from a page of any origin', async () => {
    const reader = createPublicClient({ transport: http(url), pollingInterval: 10, cacheTime: 0 });
    const account = privateKeyToAccount(devAccount(USER).privateKey);
    const wallet = createWalletClient({ account, transport: http(url) });
    const to = privateKeyToAccount(generatePrivateKey()).address;
    const hash = await wallet.sendTransaction({ chain: null, to, value: parseEther('1') });
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success');
    expect(await reader.getBalance({ address: to })).toBe(parseEther('1'));
    expect(await ask(`[${call('eth_chainId')},${call('net_version')}]`)).toMatchObject([{ id: 7 }, { id: 7 }]);
    const asked = await fetch(url, { method: 'OPTIONS', headers: { origin: `http://${HOST}:8080` } });
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each([
    'anvil_setBalance',
    'anvil_impersonateAccount',
    'hardhat_setBalance',
    'evm_increaseTime',
    'evm_mine',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
    'eth_sign',
    'debug_traceTransaction',
    'txpool_content',
    'ETH_SENDTRANSACTION',
  ])('attack: %s is refused, by itself and within a batch, and changes nothing', async (method) => {
    const address = devAccount(USER).address;
    const before = await chain.publicClient.getBalance({ address });
    const setting = call(method, [address, '0x0']);
    expect(await ask(setting)).toMatchObject({ id: 7, ...refused(method) });
    expect(await ask(`[${call('eth_chainId')},${setting}]`)).toMatchObject(refused(method));
    expect(await chain.publicClient.getBalance({ address })).toBe(before);
  });

  test('attack: a method that comes twice in one call is the one that was examined', async () => {
    const address = devAccount(USER).address;
    const before = await chain.publicClient.getBalance({ address });
    const twice = (first: string, second: string) =>
      `{"jsonrpc":"2.0","id":7,"method":"${first}","method":"${second}","params":["${address}","0x0"]}`;
    await ask(twice('anvil_setBalance', 'eth_chainId'));
    expect(await chain.publicClient.getBalance({ address })).toBe(before);
    expect(await ask(twice('eth_chainId', 'anvil_setBalance'))).toMatchObject(refused('anvil_setBalance'));
  });

  test.each([
    ['no JSON', '{', -32_600],
    ['a batch of nothing', '[]', -32_600],
    ['a list within a batch', `[[${call('anvil_setBalance')}]]`, -32_600],
    ['a method that is no text', '{"id":1,"method":["eth_chainId"]}', -32_601],
  ])('behavior: %s is refused', async (_name, body, code) => {
    expect(await ask(body)).toMatchObject({ error: { code } });
  });

  test('attack: a request of megabytes is not read', async () => {
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(2 * 1024 * 1024) }).catch(() => null);
    expect(answer === null || answer.status === 413).toBe(true);
  });

  test('broken twin: asked directly, the chain does set balances', async () => {
    const address = privateKeyToAccount(generatePrivateKey()).address;
    await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: call('anvil_setBalance', [address, '0x5']),
    });
    expect(await chain.publicClient.getBalance({ address })).toBe(5n);
  });
});

describe('npm start -- --host', () => {
  test('default: over the network the page is served, names the node there, and signs in', async () => {
    const webDist = mkdtempSync(join(tmpdir(), 'page '));
    writeFileSync(join(webDist, 'index.html'), '<!doctype html><title>City Mint</title>');
    const database = await createTestDatabase();
    const { port } = await pickPort();
    const network = { host: HOST, nodePort: node.port };
    const environment = serverEnvironment({
      ...{ databaseUrl: database.url, rpcUrl: chain.url, chainId: TEST_CHAIN_ID },
      ...{ contracts: chain.addresses, port, webDist, network },
    });
    const [api, verifier] = await Promise.all([
      startProcess('api', apiEnvironment(environment, network)),
      startProcess('verifier', withLogin(environment, 'city_mint_verifier')),
    ]);
    onTestFinished(async () => {
      await Promise.all([api, verifier].map((each) => each.end('SIGKILL')));
      await database.drop();
      rmSync(webDist, { recursive: true });
    });
    const page = `http://${HOST}:${port}`;
    const answer = await fetch(page);
    expect(await answer.text()).toContain('City Mint');
    expect(answer.headers.get('content-security-policy')).toContain(`connect-src 'self' ${url}`);
    const client = createClient({ baseUrl: page, fetch, token: () => null, lang: () => 'en', timeoutMs: 20_000 });
    const account = privateKeyToAccount(generatePrivateKey());
    const asked = { eth_address: account.address, domain: `${HOST}:${port}`, uri: page };
    const text = await client.call('POST /api/app/user/signMessage', asked);
    if (!text.ok) throw new Error(text.error);
    const { message, nonce } = text.data;
    const login = { sign_hex: await account.signMessage({ message }), nonce };
    expect(await client.call('POST /api/app/user/login', login)).toMatchObject({ ok: true });
    const elsewhere = { ...asked, domain: 'evil.example' };
    expect(await client.call('POST /api/app/user/signMessage', elsewhere)).toMatchObject({ ok: false });
  });
});
