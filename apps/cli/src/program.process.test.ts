import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName } from '@city-mint/api-contract/operator/operator-action';
import { getAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { actionOptions } from './options/field-options.ts';
import { jsonDocument } from './output/json-document.ts';
import { runInProcess } from './testing/run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'fmc-'));
const key = generatePrivateKey();
const account = privateKeyToAccount(key);
const keyFile = join(folder, 'key');
writeFileSync(keyFile, key);
chmodSync(keyFile, 0o600);

/** A port where nothing listens. */
const NOTHING = 'http://127.0.0.1:1';
const document = jsonDocument(z.unknown());

/** Runs a command line without a server. */
const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runInProcess(args, { XDG_STATE_HOME: folder, ...env });

describe('exit codes', () => {
  const reach = ['--ops-url', NOTHING, '--key-file', keyFile];

  test.each([
    ['help', ['--help'], 0],
    ['help of a command', ['plan', 'publish', '--help'], 0],
    ['an unknown command', ['foo'], 2],
    ['an unknown option', ['pause', 'joins', '--fast'], 2],
    ['an action without its reason', ['pause', 'joins', ...reach], 2],
    ['a field that is none of its choices', ['pause', 'everything', '--reason', 'abc', ...reach], 2],
    ['a field that is missing', ['act', 'limits/hold', '--reason', 'abc', ...reach], 2],
    ['a time that no timer has', ['withdrawals', ...reach, '--timeout', '601'], 2],
    ['no server named', ['withdrawals'], 2],
    ['a server without a certificate', ['withdrawals', '--ops-url', 'http://mint.test'], 2],
    ['no one who signs', ['withdrawals', '--ops-url', NOTHING], 2],
    ['two who sign', ['withdrawals', ...reach, '--signer-url', NOTHING], 2],
    ['a key as an argument', ['withdrawals', '--ops-url', NOTHING, '--key-file', key], 2],
    ['no plan', ['plan', 'check', join(folder, 'none.json'), ...reach], 2],
    ['no server there', ['withdrawals', ...reach], 3],
    ['no log there', ['log', '--api-url', NOTHING], 3],
    ['no settlement file', ['settle'], 2],
    ['no crowd', ['simulate', 'plan.json'], 2],
    ['a part of the database', ['verify', 'ledger'], 2],
    ['a log without the addresses', ['verify', 'operators', '--from', NOTHING], 2],
    ['a journal of no server', ['verify', 'journal'], 2],
    ['a log in a file that is not there', ['verify', 'operators', 'none.json'], 2],
  ])('%s', async (_what, args, code) => {
    const found = await run(args);
    expect({ code: found.code, args }).toEqual({ code, args });
    expect(found.out + found.err).not.toContain(key.slice(2));
  });

  test('of two servers only the one that does not answer is named', async () => {
    const both = ['withdrawals', ...reach, '--api-url', 'http://127.0.0.1:2', '--lang', 'en'];
    const { err } = await run(both);
    expect(err).toMatch(/^http:\/\/127\.0\.0\.1:1 does not answer \(no answer\)\n$/);
  });

  test.each([
    ['en', 'xy', '--reason: at least 3 characters\n'],
    ['zh', 'xy', '--reason：至少 3 个字符\n'],
    ['en', 'x'.repeat(501), '--reason: at most 500 characters\n'],
  ])('a reason of a wrong length is named before anyone is asked: %s', async (lang, reason, err) => {
    const args = ['pause', 'joins', '--reason', reason, ...reach, '--lang', lang];
    expect(await run(args)).toEqual({ code: 2, out: '', err });
  });

  test('with --json each is one document, in the selected language', async () => {
    const english = await run(['withdrawals', ...reach, '--json', '--lang', 'en']);
    const parsed = document.parse(JSON.parse(english.out));
    expect(parsed).toMatchObject({
      ok: false,
      exit: 3,
      error: 'no-answer',
      message: expect.stringMatching(/does not answer/),
    });
    const chinese = await run(['--lang', 'zh', 'withdrawals', ...reach, '--json']);
    expect(document.parse(JSON.parse(chinese.out))).toMatchObject({
      exit: 3,
      message: expect.stringMatching(/没有响应/),
    });
    const usage = await run(['pause', 'joins', '--json']);
    expect(document.parse(JSON.parse(usage.out))).toMatchObject({ ok: false, exit: 2, error: 'usage' });
  });
});

test('help shows every action with its fields', async () => {
  const all = await run(['act', '--help']);
  for (const each of Object.keys(operatorActions).filter(isActionKey)) {
    const name = actionName(each);
    expect(all.out).toContain(`\n  ${name} `);
    const own = await run(['act', name, '--help']);
    for (const { flag } of actionOptions(operatorActions[each])) {
      expect(own.out, name).toMatch(new RegExp(`\n  ${flag} <`));
    }
  }
});

describe('settings', () => {
  test('options of the command override those before its name, and these the environment', async () => {
    const where = async (args: string[], env = {}) =>
      /127\.0\.0\.1:\d/.exec((await run(['--key-file', keyFile, ...args], env)).err)?.[0];
    const env = { FMC_OPS_URL: 'http://127.0.0.1:1' };
    expect(await where(['withdrawals', 'list'], env)).toBe('127.0.0.1:1');
    expect(await where(['--ops-url', 'http://127.0.0.1:2', 'withdrawals', 'list'], env)).toBe('127.0.0.1:2');
    const both = ['--ops-url', 'http://127.0.0.1:2', 'withdrawals', 'list', '--ops-url', 'http://127.0.0.1:3'];
    expect(await where(both, env)).toBe('127.0.0.1:3');
  });

  test('the language of a text does not change that of the answer', async () => {
    const text = ['act', 'texts/set', '--lang', 'th', '--key', 'home.title', '--no-text', '--reason', 'abc'];
    const place = ['--ops-url', NOTHING, '--key-file', keyFile, '--vault', `0x${'1'.repeat(40)}`];
    const { code, err } = await run(['--lang', 'zh', ...text, ...place]);
    expect({ code, err }).toEqual({ code: 3, err: expect.stringMatching(/没有响应/) });
  });
});

describe('a server that is not the operators’ own', () => {
  type Said = Partial<Parameters<typeof createSiweMessage>[0]>;

  /** Starts a server that answers sign-ins with this text; returns its URL and the requests it received. */
  async function openServer(said: Said, statement = 'Sign in to City Mint AS AN OPERATOR. This moves no money.') {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      const { port } = server.address() as AddressInfo;
      const domain = `127.0.0.1:${port}`;
      const own = { version: '1', address: account.address, chainId: 202_599, nonce: 'a'.repeat(100) } as const;
      const message = createSiweMessage({ ...own, domain, uri: `http://${domain}/`, statement, ...said });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ code: 200, msg: '', data: { message, nonce: 'a'.repeat(100) } }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, paths };
  }

  test.each<[string, Said, string?]>([
    ['another domain', { domain: 'mint.test' }],
    ['another page', { uri: 'https://mint.test/' }],
    ['another account', { address: getAddress(`0x${'1'.repeat(40)}`) }],
    ['another nonce', { nonce: 'b'.repeat(100) }],
    ['a participant’s sign-in', {}, 'Sign in to City Mint. This moves no money.'],
  ])('gets no signature over %s', async (_what, said, statement) => {
    const { url, paths } = await openServer(said, statement);
    const { out } = await run(['withdrawals', '--json', '--ops-url', url, '--key-file', keyFile]);
    expect(document.parse(JSON.parse(out))).toMatchObject({ ok: false, exit: 1, error: 'strange-sign-in' });
    expect(paths).toEqual(['/api/ops/signMessage']);
  });

  test('gets no signature for a chain other than the named one', async () => {
    const { url, paths } = await openServer({});
    const asked = ['withdrawals', '--json', '--ops-url', url, '--key-file', keyFile];
    const { out } = await run([...asked, '--chain-id', '210000']);
    expect(document.parse(JSON.parse(out))).toMatchObject({ ok: false, exit: 1, error: 'other-chain' });
    expect(paths).toEqual(['/api/ops/signMessage']);
    // Counter-test: the same text is signed if its chain is the named one.
    await run([...asked, '--chain-id', '202599']);
    expect(paths.slice(1, 3)).toEqual(['/api/ops/signMessage', '/api/ops/login']);
  });

  test('is asked by the verifier, when a variable names it and no argument does', async () => {
    const [named, other] = [await openServer({}), await openServer({})];
    const env = { FMC_API_URL: named.url, FMC_VAULT: account.address, FMC_CHAIN_ID: '202599' };
    expect((await run(['verify', 'journal'], env)).code).toBe(2);
    expect((await run(['verify', 'journal', '--from', other.url], env)).code).toBe(2);
    expect((await run(['--api-url', other.url, 'verify', 'journal'], env)).code).toBe(2);
    expect((await run(['verify', 'journal'], { FMC_API_URL: '' })).code).toBe(2);
    expect((await run(['verify', 'operators', '--operator', account.address], env)).code).toBe(2);
    expect((await run(['verify', 'operators', keyFile, '--operator', account.address], env)).code).toBe(2);
    expect((await run(['verify', 'operators', '--operator', account.address, keyFile], env)).code).toBe(2);
    expect([named.paths, other.paths]).toEqual([
      ['/api/app/proof/journal', '/api/app/operatorLog'],
      ['/api/app/proof/journal', '/api/app/proof/journal'],
    ]);
  });
});
