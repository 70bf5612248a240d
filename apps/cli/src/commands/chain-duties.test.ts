import { fundingPurpose } from '@city-mint/chain-contract/deploy';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { decodeFunctionData, encodeErrorResult, type Hex, isHex, keccak256, maxUint64, toHex, zeroAddress } from 'viem';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DUTIES } from '../chain/duty-list.ts';
import { dutyDocument } from '../chain/format-duty.ts';
import { jsonDocument } from '../output/json-document.ts';
import {
  ADMIN,
  ANCHORS,
  AUDITOR,
  answerAsVaults,
  type FakeVault,
  NO_SIGNER,
  SIGNER,
  VAULT,
} from '../testing/fake-vault.ts';
import { runInProcess } from '../testing/run-in-process.ts';

const NODE = 'http://127.0.0.1:1/';
const OTHER = 'http://127.0.0.1:2/';
const ACCOUNT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC = '0x0000000000000000000000000000000000000031';
const ID: Hex = `0x${'ab'.repeat(32)}`;
const UNIT = 10n ** 18n;
const GUARD = keccak256(toHex('PAUSER_ROLE'));

afterEach(() => {
  vi.unstubAllGlobals();
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runInProcess(['chain', ...args], { FMC_VAULT: VAULT, FMC_NODES: NODE, FMC_LANG: 'en', ...env });

/** Plans a duty with --json at a node with this vault. */
async function plan(args: readonly string[], vault: FakeVault = {}) {
  answerAsVaults({ [NODE]: vault });
  const { code, out, err } = await run([...args, '--json']);
  const document = jsonDocument(dutyDocument).parse(JSON.parse(out));
  if (!document.ok) throw new Error(document.message + err);
  return { code, ...document.data };
}

const reverted = (errorName: 'ChangeNotAnnounced' | 'ChangeNotApproved', args: readonly [Hex]) =>
  encodeErrorResult({ abi: vaultAbi, errorName, args });

describe('the calldata is that which the words say', () => {
  const rule = { listed: false, window: 7_200n, minDeposit: UNIT / 2n, windowCap: 20n * UNIT };
  const ruleOptions = ['--listed', 'no', '--window', '2h', '--min-deposit', '0.5', '--window-cap', '20'];
  const exact = ['5.000000000000000001', 'treasury'];
  const paused = { withdrawalsPaused: true, depositsPaused: true, openSince: 0n };

  test.each<[string[], string, readonly unknown[], string[], Readonly<Record<string, unknown>>]>([
    [['pause-withdrawals'], 'pauseWithdrawals', [], ['Pauses withdrawals'], {}],
    [['unpause-withdrawals'], 'unpauseWithdrawals', [], ['Resumes withdrawals'], paused],
    [['pause-deposits'], 'pauseDeposits', [], ['Pauses deposits'], {}],
    [['unpause-deposits'], 'unpauseDeposits', [], ['Resumes deposits'], paused],
    [['remove-signer'], 'removeSigner', [], ['no voucher is valid'], {}],
    [['set-signer', ACCOUNT], 'setSigner', [ACCOUNT], [ACCOUNT, 'signer'], {}],
    [['set-auditor', ACCOUNT], 'setAuditor', [ACCOUNT], [ACCOUNT, 'auditor'], {}],
    [['cancel-voucher', ID], 'cancelVoucher', [ID], [ID], {}],
    [['grant-role', 'guard', ACCOUNT], 'grantRole', [GUARD, ACCOUNT], [ACCOUNT, 'guard'], {}],
    [['revoke-role', 'guard', ACCOUNT], 'revokeRole', [GUARD, ACCOUNT], [ACCOUNT, 'guard'], { hasRole: true }],
    [
      ['set-rule', 'FMC', '--fmc', FMC, ...ruleOptions],
      'setTokenRule',
      [FMC, rule],
      ['FMC', 'refused', '0.5', '20', '7200 s'],
      {},
    ],
    [['fund', ...exact], 'fundNative', [fundingPurpose('treasury')], ['5.000000000000000001 JU'], {}],
    [['approve-change', ID], 'approveChange', [ID], [ID], { readyAt: maxUint64, openSince: 0n }],
    [['veto-change', ID], 'vetoChange', [ID], [ID], { readyAt: 9n }],
    [['withdraw-change', ID], 'withdrawChange', [ID], [ID], { readyAt: 9n }],
  ])('%j', async (line, ...[functionName, args, words, results]) => {
    const { call, effect } = await plan(line, { results });
    if (call === null || !isHex(call.data)) throw new Error('no call was printed');
    const found = decodeFunctionData({ abi: vaultAbi, data: call.data });
    expect({ ...found, args: found.args ?? [] }).toEqual({ functionName, args });
    expect(call).toMatchObject({ to: VAULT, value: functionName === 'fundNative' ? `${5n * UNIT + 1n}` : '0' });
    expect(call.function).toContain(`${functionName}(`);
    for (const word of words) expect(effect).toContain(word);
  });

  test('every duty is one of these', () => {
    expect(Object.keys(DUTIES)).toHaveLength(16);
  });

  test('a scribe is one of the contract Anchors', async () => {
    const { call } = await plan(['grant-role', 'scribe', ACCOUNT]);
    if (call === null || !isHex(call.data)) throw new Error('no call was printed');
    expect(call.to).toBe(ANCHORS);
    const args = [keccak256(toHex('ANCHOR_ROLE')), ACCOUNT];
    expect(decodeFunctionData({ abi: anchorsAbi, data: call.data })).toEqual({ functionName: 'grantRole', args });
  });

  test('FMC: the vault is allowed to take exactly the amount, then takes it', async () => {
    const line = ['fund', '2.5', 'emission', '--fmc', FMC, '--from', ACCOUNT];
    const amount = (5n * UNIT) / 2n;
    const first = await plan(line);
    if (first.call === null || !isHex(first.call.data)) throw new Error('no call was printed');
    expect(first).toMatchObject({ step: 'allow', call: { to: FMC } });
    const allowed = decodeFunctionData({ abi: fmcAbi, data: first.call.data });
    expect(allowed).toEqual({ functionName: 'approve', args: [VAULT, amount] });
    const then = await plan(line, { results: { allowance: amount } });
    if (then.call === null || !isHex(then.call.data)) throw new Error('no call was printed');
    const args = [FMC, amount, fundingPurpose('emission')];
    expect(decodeFunctionData({ abi: vaultAbi, data: then.call.data })).toEqual({ functionName: 'fund', args });
    expect(then).toMatchObject({ step: 'call-once', sender: 'funder', call: { to: VAULT, value: '0' } });
  });

  test('an announcement contains the call of the duty', async () => {
    const reverts = { setSigner: reverted('ChangeNotAnnounced', [ID]) };
    for (const line of [
      ['set-signer', ACCOUNT],
      ['announce-change', 'set-signer', ACCOUNT],
    ]) {
      const { call, sender, effect } = await plan(line, { reverts });
      if (call === null || !isHex(call.data)) throw new Error('no call was printed');
      const { functionName, args: [data] = [] } = decodeFunctionData({ abi: vaultAbi, data: call.data });
      expect({ functionName, sender }).toEqual({ functionName: 'announceChange', sender: 'admin' });
      expect(decodeFunctionData({ abi: vaultAbi, data: data as Hex })).toMatchObject({ args: [ACCOUNT] });
      expect(call.function).toBe(`announceChange(setSigner(${ACCOUNT}))`);
      expect(effect).toContain(ACCOUNT);
    }
  });
});

describe('a state that is reached', () => {
  test.each<[string[], Readonly<Record<string, unknown>>]>([
    [['pause-withdrawals'], { withdrawalsPaused: true }],
    [['unpause-withdrawals'], {}],
    [['pause-deposits'], { depositsPaused: true }],
    [['unpause-deposits'], {}],
    [['remove-signer'], { signer: NO_SIGNER }],
    [['set-signer', SIGNER], { wasSigner: true }],
    [['set-auditor', AUDITOR], { wasSigner: true }],
    [['cancel-voucher', ID], { used: true }],
    [['grant-role', 'funder', ACCOUNT], { hasRole: true }],
    [['revoke-role', 'scribe', ACCOUNT], {}],
    [['set-rule', 'JU', '--window', '1h'], {}],
    [['approve-change', ID], { readyAt: 9n, openSince: 0n }],
    [['veto-change', ID], {}],
    [['withdraw-change', ID], {}],
  ])('%j: done, without a call', async (line, results) => {
    expect(await plan(line, { results })).toMatchObject({ code: 0, step: 'done', call: null, sender: null });
  });
});

describe('refused by the contract, whoever sends it', () => {
  test.each<[string, string[], FakeVault]>([
    ['SignerRetired', ['set-signer', ACCOUNT], { results: { wasSigner: true } }],
    ['CeilingExceeded', ['set-rule', 'JU', '--window-cap', '1000001'], {}],
    ['CeilingExceeded', ['set-rule', 'JU', '--window', '30m'], {}],
    ['RuleTooTight', ['set-rule', 'JU', '--window', '8d'], {}],
    ['ChangeNotAnnounced', ['approve-change', ID], {}],
    [
      'Exited',
      ['unpause-deposits'],
      {
        results: { depositsPaused: true },
        reverts: { unpauseDeposits: encodeErrorResult({ abi: vaultAbi, errorName: 'Exited' }) },
      },
    ],
  ])('%s: %j', async (name, line, vault) => {
    expect(await plan(line, vault)).toMatchObject({ code: 1, step: 'refused', call: null, failure: { name } });
  });
});

describe('wrong usage', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown duty', ['remove-singer'], /no duty remove-singer, .*Nearest: remove-signer/],
    ['an option before the duty', ['--vault', VAULT, 'remove-signer'], /Options follow the duty/],
    ['an address of another checksum', ['set-signer', ACCOUNT.replace('F', 'f')], /EIP-55/],
    ['a short address', ['set-signer', '0x12'], /40 hex digits/],
    ['the zero address', ['set-signer', zeroAddress], /zero address/],
    ['a role without a name', ['grant-role', 'king', ACCOUNT], /guard, canceller, funder, scribe/],
    ['a voucher id that is too short', ['cancel-voucher', '0xab'], /64 hex digits/],
    ['an amount with a separator', ['fund', '1,000', 'treasury'], /whole units/],
    ['an amount with 19 decimals', ['fund', '0.0000000000000000001', 'treasury'], /whole units/],
    ['nothing', ['fund', '0', 'treasury'], /whole units/],
    ['another purpose', ['fund', '1', 'reserve'], /treasury, emission/],
    ['FMC without its address', ['fund', '1', 'emission'], /--fmc is missing/],
    ['FMC without its sender', ['fund', '1', 'emission', '--fmc', FMC], /--from is missing/],
    ['a rule without a part', ['set-rule', 'JU'], /--window-cap/],
    ['a window of half a second', ['set-rule', 'JU', '--window', '500'], /whole seconds/],
    ['an argument too many', ['announce-change', 'unpause-withdrawals', ACCOUNT], /takes no arguments/],
    ['a change that is not announced', ['announce-change', 'pause-withdrawals'], /applies immediately/],
    ['a node without a certificate', ['remove-signer', '--node', 'http://mint.test'], /must be https/],
  ])('%s', async (_what, line, message) => {
    const { code, out, err } = await run(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  test('no node, no vault', async () => {
    expect(await run(['remove-signer'], { FMC_NODES: '' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--node/),
    });
    expect(await run(['remove-signer'], { FMC_VAULT: '' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--vault/),
    });
  });
});

describe('nodes', () => {
  const both = ['remove-signer', '--node', NODE, '--node', OTHER];

  test('all have to agree, at the newest block that all have', async () => {
    answerAsVaults({ [NODE]: { block: 100n }, [OTHER]: { block: 98n } });
    expect(await run(both)).toMatchObject({ code: 0, out: expect.stringMatching(/at block 98 of .*, as 2 nodes say/) });
  });

  test.each<[string, FakeVault | undefined, RegExp]>([
    ['another signer', { results: { signer: ADMIN } }, /contradict each other.*127\.0\.0\.1:1, 127\.0\.0\.1:2/],
    ['another verdict', { reverts: { removeSigner: '0x' } }, /contradict each other/],
    ['another chain', { chainId: 1 }, /contradict each other/],
    ['an old block', { block: 39n }, /127\.0\.0\.1:2 is more than 60 blocks behind/],
    ['no answer', undefined, /127\.0\.0\.1:2 does not answer/],
  ])('%s: named, and no call is printed', async (_what, other, message) => {
    answerAsVaults({ [NODE]: {}, ...(other && { [OTHER]: other }) });
    const { code, out, err } = await run(both);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toMatch(message);
  });

  test('a node that is named twice is one', async () => {
    answerAsVaults({ [NODE]: {} });
    expect((await run(['remove-signer', '--node', NODE, '--node', NODE])).out).toContain('as 1 node says');
  });

  test('an old block is said to be old', async () => {
    answerAsVaults({ [NODE]: { ageMs: 11 * 60_000 } });
    expect((await run(['remove-signer'])).out).toMatch(/^Chain +OLD: the block is 11 minutes old/m);
    answerAsVaults({ [NODE]: { ageMs: 9 * 60_000 } });
    expect((await run(['remove-signer'])).out).not.toContain('OLD');
  });

  test('another chain than --chain-id', async () => {
    answerAsVaults({ [NODE]: {} });
    expect(await run(['remove-signer', '--chain-id', '210000'])).toMatchObject({ code: 1, out: '' });
  });

  test('the key in a URL is not printed', async () => {
    answerAsVaults({});
    const { err } = await run(['remove-signer', '--node', 'https://node.test/secret-key']);
    expect(err).toContain('node.test');
    expect(err).not.toContain('secret-key');
  });

  test('nothing but reads is asked', async () => {
    const methods = answerAsVaults({ [NODE]: {} });
    await run(['remove-signer', '--from', ADMIN]);
    expect([...new Set(methods)].sort()).toEqual([
      'eth_blockNumber',
      'eth_call',
      'eth_chainId',
      'eth_getBlockByNumber',
    ]);
  });
});

describe('output', () => {
  test.each([
    ['en', /Removes the signer: from then on no voucher is valid\./, /Nothing was sent, and no key was read/],
    ['zh', /移除签名者：此后没有任何凭证有效。/, /未发送任何内容，也未读取任何密钥/],
  ])('in %s', async (lang, effect, unsent) => {
    answerAsVaults({ [NODE]: {} });
    const { out } = await run(['remove-signer', '--lang', lang]);
    expect(out).toMatch(effect);
    expect(out).toMatch(unsent);
    expect(out).toMatch(new RegExp(`^to +${VAULT}\nvalue +0\ndata +0x[0-9a-f]{8}\n`, 'm'));
  });

  test('the failure of --from is said in words, with exit code 1 and the call', async () => {
    const error = { abi: vaultAbi, errorName: 'AccessControlUnauthorizedAccount' } as const;
    const data = encodeErrorResult({ ...error, args: [ACCOUNT, GUARD] });
    answerAsVaults({ [NODE]: { reverts: { pauseWithdrawals: data } } });
    const { code, out } = await run(['pause-withdrawals', '--from', ACCOUNT]);
    expect(code).toBe(1);
    expect(out).toContain(`WOULD FAIL   ${ACCOUNT} does not have the role guard (AccessControlUnauthorizedAccount)`);
    expect(out).toMatch(/^data +0x/m);
  });

  test('the list has every duty, also as data; --quiet prints nothing', async () => {
    const { out } = await run([]);
    for (const name of Object.keys(DUTIES)) expect(out).toContain(name);
    const listed: unknown = JSON.parse((await run(['--json'])).out);
    expect(listed).toMatchObject({
      ok: true,
      data: {
        items: expect.arrayContaining([{ duty: 'fund', args: '<amount> <purpose>', summary: expect.any(String) }]),
      },
    });
    answerAsVaults({ [NODE]: {} });
    expect(await run(['remove-signer', '--quiet'])).toEqual({ code: 0, out: '', err: '' });
  });
});
