import { EXIT } from '@city-mint/verify/run';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runVerifier, sendPrinted } from './builders/exit-calls.ts';
import { anchorTree, exitStatementOf } from './builders/exit-tree.ts';
import { type LyingRpc, startLyingRpc } from './setup/lying-rpc.ts';
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
  expect([closed.code, closed.lines.length]).toEqual([EXIT.agrees, 4]);
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
    const statement = await anchorBoth();
    other.tell(undefined);
    await verify(statement);
    const all = other.calls.length;
    for (let lie = 2; lie < all; lie += 1) {
      let calls = 0;
      // The first two are of its chain and height.
      other.tell(async () => {
        calls += 1;
        return calls === lie + 1 ? { result: { timestamp: '0x1' } } : undefined;
      });
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
    expect((await verify(statement)).lines[0]).toMatch(
      /^DIFFERS JU: the contract’s newest root is of block \d+, and only/,
    );
    await pass(FOURTEEN_DAYS);
    await sendCalls((await verify(newer)).lines.filter((line) => line.startsWith('to begin')));
    expect((await verify(statement)).lines[0]).toMatch(
      /^DIFFERS JU: the exit began with the root of block \d+, and only/,
    );
  });
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
