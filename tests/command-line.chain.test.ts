import { fmcAbi } from '@city-mint/chain-contract/generated/fmc-abi';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { dutyDocument } from '@city-mint/cli/chain/format-duty';
import { jsonDocument } from '@city-mint/cli/output/json-document';
import { runInProcess } from '@city-mint/cli/testing/run-in-process';
import { DEV_ROLES, devAccount } from '@city-mint/devnet/dev-accounts';
import { isAddress, isHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { type LyingRpc, startLyingRpc } from './setup/lying-rpc.ts';
import { startTestChain, type TestChain } from './setup/start-test-chain.ts';

const UNIT = 10n ** 18n;
const [NEW_SIGNER, NEXT_SIGNER, NEW_GUARD] = [20, 21, 22];
const addressOf = (index: number) => devAccount(index).address;
const TEN_DAYS = 10 * 24 * 3_600;

/** The account that sends for each role; the admin is a guard too, and cannot approve. */
const ACCOUNTS: Readonly<Record<string, number>> = {
  admin: DEV_ROLES.operator,
  guard: DEV_ROLES.guard,
  protector: DEV_ROLES.guard,
  canceller: DEV_ROLES.operator,
  funder: DEV_ROLES.operator,
};

let chain: TestChain;
let other: LyingRpc;
beforeAll(async () => {
  chain = await startTestChain({ treasury: 5n * UNIT });
  other = await startLyingRpc(chain.url);
});
afterAll(async () => {
  await other.stop();
  await chain.stop();
});

/** Runs `fmc chain` at two nodes; returns its exit code and document. */
async function plan(args: readonly string[]) {
  const { vault, fmc } = chain.addresses;
  const nodes = ['--node', chain.url, '--node', other.url];
  const takesToken = ['set-rule', 'fund'].includes(args[0] ?? '');
  const all = ['chain', ...args, ...nodes, ...(takesToken ? ['--fmc', fmc] : []), '--json'];
  const { code, out, err } = await runInProcess(all, { FMC_VAULT: vault, FMC_LANG: 'en' });
  return { code, err, document: jsonDocument(dutyDocument).parse(JSON.parse(out)) };
}

/** Sends a printed call by the account of its role. Throws if it fails. */
async function send({ call, sender }: z.output<typeof dutyDocument>): Promise<void> {
  if (call === null || !isAddress(call.to) || !isHex(call.data)) throw new Error('no call was printed');
  const { to, data } = call;
  const wallet = chain.wallet(ACCOUNTS[sender ?? ''] ?? -1);
  await chain.waitFor(await wallet.sendTransaction({ to, data, value: BigInt(call.value) }));
}

/** Repeats one command and does what it prints until it says done; returns the steps. */
async function follow(...args: readonly string[]): Promise<string[]> {
  const steps: string[] = [];
  while (steps.length < 10) {
    const { document, err } = await plan(args);
    if (!document.ok) throw new Error(document.message + err);
    const { step, until } = document.data;
    steps.push(step);
    if (step === 'done' || step === 'refused') return steps;
    if (until === null) await send(document.data);
    else await passUntil(until);
  }
  return steps;
}

async function passUntil(time: string): Promise<void> {
  await chain.testClient.setNextBlockTimestamp({ timestamp: BigInt(Date.parse(time) / 1_000) });
  await chain.mine(1);
}

const read = (functionName: 'signer' | 'withdrawalsPaused' | 'depositsPaused') =>
  chain.publicClient.readContract({ address: chain.addresses.vault, abi: vaultAbi, functionName });

test('after a theft of the signer’s key one command, repeated, leads to a new signer', async () => {
  expect(await follow('remove-signer')).toEqual(['call', 'done']);
  expect(await read('signer')).toBe(zeroAddress);
  expect(await follow('set-signer', addressOf(NEW_SIGNER))).toEqual(['announce', 'approve', 'wait', 'call', 'done']);
  expect(await read('signer')).toBe(addressOf(NEW_SIGNER));
  const again = await plan(['set-signer', addressOf(DEV_ROLES.voucherSigner)]);
  expect(again).toMatchObject({
    code: 1,
    document: { ok: true, data: { step: 'refused', call: null, failure: { name: 'SignerRetired' } } },
  });
});

test('withdrawals are paused by a guard, and resumed by announcement and approval without a wait', async () => {
  expect(await follow('pause-withdrawals')).toEqual(['call', 'done']);
  expect(await follow('unpause-withdrawals')).toEqual(['announce', 'approve', 'call', 'done']);
  expect(await read('withdrawalsPaused')).toBe(false);
  expect(await follow('pause-deposits')).toEqual(['call', 'done']);
  expect(await follow('unpause-deposits')).toEqual(['call', 'done']);
});

test('while withdrawals are possible a change waits without an approval; lapsed, it is announced again', async () => {
  const args = ['set-signer', addressOf(NEXT_SIGNER)];
  const announced = await plan(args);
  if (!announced.document.ok) throw new Error(announced.document.message);
  await send(announced.document.data);
  const waiting = await plan(args);
  expect(waiting).toMatchObject({
    code: 0,
    document: { data: { step: 'wait', change: { announced: true, approved: 'unneeded' } } },
  });
  await chain.testClient.increaseTime({ seconds: TEN_DAYS });
  await chain.mine(1);
  expect(await follow(...args)).toEqual(['announce-again', 'wait', 'call', 'done']);
});

test('a change that others announced is vetoed by the duty or its id', async () => {
  const guard = ['grant-role', 'guard', addressOf(NEW_GUARD)];
  expect(await follow('announce-change', ...guard)).toEqual(['call', 'done']);
  const { document } = await plan(guard);
  const id = document.ok ? (document.data.change?.id ?? '') : '';
  expect(await plan(['veto-change', id])).toMatchObject({ code: 0, document: { data: { step: 'call' } } });
  expect(await follow('veto-change', ...guard)).toEqual(['call', 'done']);
  expect(await plan(['approve-change', id])).toMatchObject({
    code: 1,
    document: { data: { step: 'refused', failure: { name: 'ChangeNotAnnounced' } } },
  });
  expect(await follow('announce-change', ...guard)).toEqual(['call', 'done']);
  expect(await follow('withdraw-change', ...guard)).toEqual(['call', 'done']);
});

test('roles, rules, vouchers and fundings reach the stated state', async () => {
  expect(await follow('grant-role', 'guard', addressOf(NEW_GUARD))).toEqual(['announce', 'wait', 'call', 'done']);
  expect(await follow('revoke-role', 'guard', addressOf(NEW_GUARD))).toEqual(['announce', 'wait', 'call', 'done']);
  expect(await follow('revoke-role', 'scribe', addressOf(DEV_ROLES.scribe))).toEqual(['call', 'done']);
  expect(await follow('grant-role', 'scribe', addressOf(NEW_GUARD))).toEqual(['call', 'done']);
  expect(await follow('set-rule', 'FMC', '--min-deposit', '2')).toEqual(['call', 'done']);
  expect(await follow('set-rule', 'FMC', '--window-cap', '999999.5')).toEqual(['announce', 'wait', 'call', 'done']);
  expect(await follow('cancel-voucher', `0x${'ab'.repeat(32)}`)).toEqual(['call', 'done']);
  const { vault, fmc } = chain.addresses;
  const fundedOf = (token: typeof fmc) =>
    chain.publicClient.readContract({ address: vault, abi: vaultAbi, functionName: 'funded', args: [token] });
  const before = [await fundedOf(chain.nativeToken), await fundedOf(fmc)] as const;
  for (const args of [
    ['fund', '1.000000000000000001', 'treasury'],
    ['fund', '3.5', 'emission'],
    ['fund', '3.5', 'emission'],
  ]) {
    const { code, document } = await plan([...args, '--from', addressOf(DEV_ROLES.operator)]);
    expect({ code, failure: document.ok ? document.data.failure : document.message }).toEqual({
      code: 0,
      failure: null,
    });
    if (document.ok) await send(document.data);
  }
  expect(await fundedOf(chain.nativeToken)).toBe(before[0] + UNIT + 1n);
  expect(await fundedOf(fmc)).toBe(before[1] + (7n * UNIT) / 2n);
  const operator = addressOf(DEV_ROLES.operator);
  const allowed = { address: fmc, abi: fmcAbi, functionName: 'allowance', args: [operator, vault] } as const;
  expect(await chain.publicClient.readContract(allowed)).toBe(0n);
});

test('--from says its roles, and that its call would fail', async () => {
  const found = await plan(['pause-withdrawals', '--from', addressOf(NEXT_SIGNER)]);
  expect(found).toMatchObject({
    code: 1,
    document: {
      data: {
        step: 'call',
        from: { roles: [] },
        failure: {
          name: 'AccessControlUnauthorizedAccount',
          message: expect.stringContaining('does not have the role guard'),
        },
      },
    },
  });
  const guard = await plan(['pause-withdrawals', '--from', addressOf(DEV_ROLES.guard)]);
  expect(guard).toMatchObject({ code: 0, document: { data: { from: { roles: ['guard'] }, failure: null } } });
  const poor = await plan(['fund', '99999999', 'treasury', '--from', addressOf(DEV_ROLES.operator)]);
  expect(poor).toMatchObject({ code: 1, document: { data: { failure: { name: 'InsufficientFunds' } } } });
});

test('a node that lies or breaks is named, and nothing is printed to send', async () => {
  const name = new URL(other.url).host;
  other.tell(async ({ method }) => (method === 'eth_call' ? { result: `0x${'0'.repeat(64)}` } : undefined));
  const lied = await plan(['remove-signer']);
  expect(lied).toMatchObject({ code: 3, document: { ok: false, error: 'nodes-disagree' } });
  other.tell(async () => ({ status: 500 }));
  const broken = await plan(['remove-signer']);
  expect(broken).toMatchObject({ code: 3, document: { ok: false, error: 'no-answer' } });
  for (const { document } of [lied, broken]) expect(document.ok ? '' : document.message).toContain(name);
  other.tell(undefined);
  const elsewhere = ['chain', 'remove-signer', '--node', chain.url, '--vault', addressOf(NEW_GUARD), '--json'];
  expect(await runInProcess(elsewhere, {})).toMatchObject({ code: 3 });
});
