import { EXIT } from '@city-mint/verify/run';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payDemand, runVerifier, sendPrinted } from './builders/exit-calls.ts';
import { anchorTree, exitStatementOf } from './builders/exit-tree.ts';
import { type LyingRpc, type RpcCall, startLyingRpc } from './setup/lying-rpc.ts';
import { startTestChain, type TestChain } from './setup/start-test-chain.ts';

const UNIT = 10n ** 18n;
const [ALICE, BOB] = [10, 11];
const FOURTEEN_DAYS = 14 * 24 * 3600;
const CLOSED = /^CLOSED: unless a new root or withdrawals come, the exit can begin at \d{4}-/;

let chain: TestChain;
let other: LyingRpc;
beforeEach(async () => {
  chain = await startTestChain({ treasury: 5n * UNIT });
  other = await startLyingRpc(chain.url);
  await chain.depositNative(ALICE, 30n * UNIT);
  await chain.depositNative(BOB, 7n * UNIT);
});
afterEach(async () => {
  await other.stop();
  await chain.stop();
});

/** Anchors both currencies; alice is owed 20.000…01 JU. Returns alice's statement. */
async function anchorBoth(ofAlice = 20n * UNIT + 1n): Promise<string> {
  const ju = await anchorTree(chain, 'JU', {
    owed: [
      [ALICE, ofAlice],
      [BOB, 7n * UNIT],
    ],
  });
  const fmc = await anchorTree(chain, 'FMC', { owed: [] });
  return exitStatementOf(chain, ALICE, [ju, fmc]);
}

/** Runs the verifier against two nodes. */
function verify(text: string, ...more: readonly string[]) {
  return runVerifier(['exit', 'file', '--node', chain.url, '--node', other.url, ...more], { file: text });
}

async function pass(seconds: number): Promise<void> {
  await chain.testClient.increaseTime({ seconds });
  await chain.mine(1);
}

const sendCalls = (lines: readonly string[], account = ALICE) => sendPrinted(chain, lines, account);

test('the calls that it prints pay everything that is owed, to the unit and to another address', async () => {
  const statement = await anchorBoth();
  const closed = await verify(statement);
  expect([closed.code, closed.lines.length]).toEqual([EXIT.agrees, 6]);
  expect(closed.lines[1]).toMatch(CLOSED);
  await chain.depositNative(ALICE, 3n * UNIT);
  await pass(FOURTEEN_DAYS);
  const to = '0x00000000000000000000000000000000000ca401';
  const due = await verify(statement, '--to', to);
  expect(due.lines.slice(1)).toEqual([
    'DUE: anyone can begin the exit now',
    'JU: 20.000000000000000001 stated + 3 deposited since - 0 withdrawn since = 23.000000000000000001',
    'FMC: 0 stated + 0 deposited since - 0 withdrawn since = 0; nothing can be redeemed',
    expect.stringMatching(/^to begin the exit: /),
    expect.stringMatching(/^to redeem JU: /),
  ]);
  await sendCalls(due.lines);
  expect(await chain.publicClient.getBalance({ address: to })).toBe(23n * UNIT + 1n);
  const after = await verify(statement);
  expect(after.lines.slice(1)).toEqual([
    expect.stringMatching(/^OPEN: the exit began at /),
    'JU: redeemed; nothing is left to redeem',
    expect.stringMatching(/^FMC: 0 stated/),
  ]);
});

describe('refuses', () => {
  test('attack: a node that lies about each call, as a contradiction', async () => {
    // Of an older root, whose epoch is searched.
    const statement = await anchorBoth();
    for (let count = 0; count < 2; count += 1) {
      await chain.mine(1);
      await anchorBoth();
    }
    const asked = new Set<string>();
    const textOf = ({ method, params }: RpcCall) => JSON.stringify([method, params]);
    other.tell(async (call) => {
      if (!['eth_chainId', 'eth_blockNumber'].includes(call.method)) asked.add(textOf(call));
      return undefined;
    });
    await verify(statement);
    expect(asked.size).toBeGreaterThan(28);
    for (const lie of asked) {
      other.tell(async (call) => (textOf(call) === lie ? { result: { timestamp: '0x1' } } : undefined));
      expect(await verify(statement)).toEqual({
        code: EXIT.unread,
        lines: ['NOT VERIFIED the contract: the nodes contradict each other'],
      });
    }
    // Twin: without the lie both are believed.
    other.tell(undefined);
    expect((await verify(statement)).code).toBe(EXIT.agrees);
  });

  test('a node of another chain, one that is behind, and one that does not answer', async () => {
    const statement = await anchorBoth();
    other.tell(async ({ method }) => (method === 'eth_chainId' ? { result: '0x5' } : undefined));
    expect((await verify(statement)).lines).toEqual([
      `NOT VERIFIED the contract: the statement is of chain 202599, ${other.url} of 5`,
    ]);
    other.tell(async ({ method }) => (method === 'eth_blockNumber' ? { result: '0xfffff' } : undefined));
    expect((await verify(statement)).lines[0]).toMatch(/ is \d+ blocks behind another node$/);
    other.tell(async () => ({ status: 500 }));
    expect((await verify(statement)).code).toBe(EXIT.unread);
  });

  test('attack: a statement of other contracts, a changed leaf, and one that a newer root replaced', async () => {
    const statement = await anchorBoth();
    const { vault, fmc, anchors } = chain.addresses;
    expect((await verify(statement.replace(vault, fmc))).code).toBe(EXIT.unread);
    expect((await verify(statement.replace(anchors, fmc))).lines[0]).toMatch(
      /^DIFFERS the vault 0x\w+ has other anchors/,
    );
    expect((await verify(statement.replace('"amount": "', '"amount": "1'))).code).toBe(EXIT.differs);
    await chain.mine(1);
    const newer = await anchorBoth(19n * UNIT);
    expect((await verify(newer)).code).toBe(EXIT.agrees);
    // Until the exit can begin, the older root is enough to demand by.
    const demandable = await verify(statement);
    expect(demandable.lines[0]).toMatch(/^agrees: the contracts .*, without leaves of the root that pays, as 2 nodes/);
    expect(demandable.lines.at(-1)).toMatch(/^to demand JU: /);
    await pass(FOURTEEN_DAYS);
    expect((await verify(statement)).lines[0]).toMatch(
      /^DIFFERS JU: the contract’s newest root is of block \d+, and only/,
    );
    await sendCalls((await verify(newer)).lines.filter((line) => line.startsWith('to begin')));
    expect((await verify(statement)).lines[0]).toMatch(
      /^DIFFERS JU: the exit began with the root of block \d+, and only/,
    );
  });
});

test('an account that is refused alone demands by an old file, collects a part, and begins for the rest', async () => {
  const old = await anchorBoth(16n * UNIT);
  for (let count = 0; count < 3; count += 1) {
    await chain.mine(1);
    await anchorBoth(16n * UNIT);
  }
  const demandable = await verify(old);
  expect(demandable.lines.slice(4)).toEqual([
    'JU: 16 stated - 4 in rounds + 0 deposited since - 0 withdrawn since = 12 can be demanded, by the root of epoch 1',
    expect.stringMatching(/^to demand JU: /),
  ]);
  await sendCalls(demandable.lines);
  expect((await verify(old)).lines.slice(4)).toEqual([
    expect.stringMatching(/^JU: 12 was demanded at .* and is not paid; unless it is, the exit can begin for it at /),
  ]);
  await payDemand(chain, { index: ALICE, amount: 5n * UNIT, by: BOB });
  const to = '0x00000000000000000000000000000000000ca401';
  const paid = await verify(old, '--to', to);
  expect(paid.lines.slice(4)).toEqual([
    expect.stringMatching(/^JU: 7 was demanded at /),
    'JU: 5 can be collected',
    expect.stringMatching(/^to collect JU: /),
  ]);
  await sendCalls(paid.lines);
  expect(await chain.publicClient.getBalance({ address: to })).toBe(5n * UNIT);
  await pass(FOURTEEN_DAYS);
  // Roots come: without the demand no one could begin the exit.
  const newest = await anchorBoth(11n * UNIT);
  const due = await verify(old);
  expect(due.lines[1]).toBe('DUE: anyone can begin the exit for a demand now');
  expect(due.lines.at(-1)).toMatch(/^to begin the exit for this demand: /);
  await sendCalls(due.lines, BOB);
  const begun = await verify(newest, '--to', to);
  expect(begun.lines.slice(1)).toEqual([
    expect.stringMatching(/^OPEN: /),
    'JU: 11 stated + 0 deposited since - 0 withdrawn since = 11',
    expect.stringMatching(/^FMC: 0 stated/),
    expect.stringMatching(/^to redeem JU: /),
  ]);
  await sendCalls(begun.lines);
  expect(await chain.publicClient.getBalance({ address: to })).toBe(16n * UNIT);
});

test('an account that first deposited after the root redeems without leaves', async () => {
  const ju = await anchorTree(chain, 'JU', { owed: [[BOB, 7n * UNIT]] });
  const fmc = await anchorTree(chain, 'FMC', { owed: [] });
  const late = 12;
  const statement = await exitStatementOf(chain, late, [ju, fmc]);
  await chain.depositNative(late, 2n * UNIT);
  await pass(FOURTEEN_DAYS);
  const { lines } = await verify(statement);
  expect(lines[2]).toMatch(/= 2$/);
  await sendCalls(lines, late);
  expect((await verify(statement)).lines[2]).toBe('JU: redeemed; nothing is left to redeem');
});
