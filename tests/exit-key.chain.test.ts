import { EXIT } from '@city-mint/verify/run';
import type { GrownTree } from '@city-mint/verify/testing/published';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runVerifier, sendPrinted } from './builders/exit-calls.ts';
import { anchorTree, exitStatementOf } from './builders/exit-tree.ts';
import { type LyingRpc, startLyingRpc } from './setup/lying-rpc.ts';
import { startTestChain, type TestChain } from './setup/start-test-chain.ts';

const UNIT = 10n ** 18n;
const [ALICE, BOB] = [10, 11];
const FOURTEEN_DAYS = 14 * 24 * 3600;
const TO = '0x00000000000000000000000000000000000ca401';

let chain: TestChain;
let other: LyingRpc;
beforeEach(async () => {
  chain = await startTestChain({ treasury: 5n * UNIT });
  other = await startLyingRpc(chain.url);
  await chain.depositNative(ALICE, 30n * UNIT);
  await chain.depositNative(BOB, 7n * UNIT);
  await chain.giveFmc(BOB, 9n * UNIT);
  await chain.depositFmc(BOB, 9n * UNIT);
});
afterEach(async () => {
  await other.stop();
  await chain.stop();
});

type Trees = { readonly ju: GrownTree; readonly fmc: GrownTree };

/** Anchors both currencies; alice is owed 20.000…01 JU, and 4 FMC, which were never deposited. */
async function anchorBoth(ofAlice = 20n * UNIT + 1n): Promise<Trees> {
  const ju = await anchorTree(chain, 'JU', {
    owed: [
      [ALICE, ofAlice],
      [BOB, 7n * UNIT],
    ],
  });
  const fmc = await anchorTree(chain, 'FMC', { owed: [[ALICE, 4n * UNIT]] });
  return { ju, fmc };
}

/** Runs the verifier on a statement and files of trees, against two nodes. */
function verify(statement: string, trees: Readonly<Record<string, Uint8Array>>, ...more: readonly string[]) {
  const named = Object.keys(trees).flatMap((name) => ['--tree', name]);
  const args = ['exit', 'statement', '--node', chain.url, '--node', other.url, ...named, ...more];
  return runVerifier(args, { statement, ...trees });
}

async function pass(seconds: number): Promise<void> {
  await chain.testClient.increaseTime({ seconds });
  await chain.mine(1);
}

test('an account that never fetched leaves redeems to the last unit by its key and files of trees', async () => {
  const statement = await exitStatementOf(chain, ALICE, []);
  const { ju, fmc } = await anchorBoth();
  await chain.depositNative(ALICE, 3n * UNIT);
  const none = await verify(statement, {});
  expect(none.lines[2]).toContain(`JU: the tree of root ${ju.root}, block `);
  expect(none.lines[4]).toBe('JU: 33 deposited - 0 withdrawn = 33 can be demanded, without leaves');
  const half = await verify(statement, { ju: ju.file });
  expect(half.code).toBe(EXIT.agrees);
  expect(half.lines[3]).toContain(`FMC: the tree of root ${fmc.root}, block `);
  await pass(FOURTEEN_DAYS);
  const unread = await verify(statement, {});
  expect(unread.code).toBe(EXIT.unread);
  expect(unread.lines[0]).toContain(`NOT VERIFIED JU: the tree of root ${ju.root}, block `);
  const due = await verify(statement, { ju: ju.file, fmc: fmc.file }, '--to', TO);
  expect(due.lines.slice(1)).toEqual([
    'DUE: anyone can begin the exit now',
    'JU: 20.000000000000000001 stated + 3 deposited since - 0 withdrawn since = 23.000000000000000001',
    'FMC: 4 stated + 0 deposited since - 0 withdrawn since = 4',
    expect.stringMatching(/^to begin the exit: /),
    expect.stringMatching(/^to redeem JU: /),
    expect.stringMatching(/^to redeem FMC: /),
  ]);
  await sendPrinted(chain, due.lines, ALICE);
  expect(await chain.publicClient.getBalance({ address: TO })).toBe(23n * UNIT + 1n);
  const after = await verify(statement, { fmc: fmc.file, ju: ju.file });
  expect(after.lines.slice(2)).toEqual([
    'JU: redeemed; nothing is left to redeem',
    'FMC: redeemed; nothing is left to redeem',
  ]);
});

test('a node without the state of the tree’s block: present counters or those of an old file are enough', async () => {
  const early = await anchorBoth(18n * UNIT);
  const old = await exitStatementOf(chain, ALICE, [early.ju, early.fmc]);
  const keyOnly = await exitStatementOf(chain, ALICE, []);
  await chain.mine(1);
  const { ju, fmc } = await anchorBoth();
  const trees = { ju: ju.file, fmc: fmc.file };
  const { blockNumber } = ju.proofOf('');
  const pruned = `0x${BigInt(blockNumber).toString(16)}`;
  const asOf = `0x${BigInt(fmc.proofOf('').blockNumber).toString(16)}`;
  other.tell(async ({ method, params }) =>
    method === 'eth_call' && [pruned, asOf].includes(String(params[1])) ? { status: 500 } : undefined,
  );
  await chain.mine(1);
  expect((await verify(keyOnly, trees)).code).toBe(EXIT.agrees);
  await chain.depositNative(ALICE, 3n * UNIT);
  expect((await verify(keyOnly, trees)).lines).toEqual([
    `NOT VERIFIED JU: the tree of block ${blockNumber} has no leaf of the account under its present counters; ` +
      'name an archive node, which has the state of that block',
  ]);
  expect((await verify(old, trees)).lines[2]).toMatch(/^JU: 20.0+1 stated \+ 3 deposited since/);
  // Without the trees the old file is one of an older root, which the exit does not pay by.
  await pass(FOURTEEN_DAYS);
  const alone = await verify(old, {});
  expect(alone.lines[0]).toMatch(/^DIFFERS JU: the contract’s newest root is of block \d+, and only that pays; /);
  expect(alone.lines[0]).toContain(`the file of the tree of root ${ju.root}, --tree, its key is enough`);
});

describe('refuses', () => {
  test('attack: a tampered file, a truncated one and one of an older root, with the place', async () => {
    const older = await anchorBoth(18n * UNIT);
    await chain.mine(1);
    const { ju } = await anchorBoth();
    const statement = await exitStatementOf(chain, ALICE, []);
    const change = (at: number, bits: number) => ju.file.map((byte, index) => (index === at ? byte ^ bits : byte));
    const lies = [
      ['an amount', change(47, 1), /leaves lead to the root 0x\w+ and the total (?!42;)[\d.]+; JU pays by 0x/],
      ['a locked amount', change(63, 1), /leaves lead to the root 0x\w+ and the total 42; JU pays by 0x/],
      ['the last bit of a name', change(64 + 31, 1), /and the total 42; JU pays by 0x/],
      ['the first bit of a name', change(64 * 11, 128), /; leaf \d+ is not in the order of names; JU pays by 0x/],
      ['the end', ju.file.subarray(0, 70), /^DIFFERS lie: ends within leaf 2$/],
      ['a leaf', ju.file.subarray(64), /^DIFFERS lie: 11 leaves lead to the root/],
      ['everything', new Uint8Array(), /^DIFFERS lie: no leaves$/],
      ['the root', older.ju.file, new RegExp(`lead to the root ${older.ju.root} .*; JU pays by ${ju.root}, block`)],
    ] as const;
    for (const [what, lie, place] of lies) {
      const { code, lines } = await verify(statement, { lie });
      expect([what, code, lines.length]).toEqual([what, EXIT.differs, 1]);
      expect(lines[0]).toMatch(place);
    }
    // Twin: unchanged it agrees.
    expect((await verify(statement, { lie: ju.file })).code).toBe(EXIT.agrees);
  });

  test('attack: another account’s key finds nothing, neither for its account nor for the thief’s', async () => {
    const { ju } = await anchorBoth();
    const [own, victim] = [await exitStatementOf(chain, BOB, []), await exitStatementOf(chain, ALICE, [])];
    const keyIn = (statement: string) => /"key": "(0x\w+)"/.exec(statement)?.[1] ?? '';
    for (const [statement, key] of [
      [victim, keyIn(own)],
      [own, keyIn(victim)],
    ] as const) {
      const { code, lines } = await verify(statement.replace(keyIn(statement), key), { ju: ju.file });
      expect(code).toBe(EXIT.differs);
      expect(lines[0]).toMatch(/has no leaf of the account under this key, though the vault had counted it$/);
    }
    expect((await verify(victim, { ju: ju.file })).code).toBe(EXIT.agrees);
  });
});
