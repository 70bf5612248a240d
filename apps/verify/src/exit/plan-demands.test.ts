import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { makeExitStatement } from '@city-mint/domain/proof/exit-statement';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { decodeFunctionData, isHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../hashes.ts';
import { addressOf, keyOf, publishTree } from '../testing/published.ts';
import { callOf } from './calldata.ts';
import { exitLines } from './exit-lines.ts';
import { findAnchored } from './find-anchored.ts';
import { listCalls } from './list-calls.ts';
import { planExit } from './plan-exit.ts';
import type { DemandState, ExitState, TokenState } from './read-exit-state.ts';
import { readExitStatement } from './read-statement.ts';

const NO_TOKEN = addressOf(0);
const contract = (digit: string) => `0x${digit.repeat(40)}`;
const contracts = {
  ...{ chainId: 5, vault: contract('1'), exit: contract('2'), anchors: contract('3'), fmc: contract('f') },
};
const ACCOUNT = addressOf(3);
const DAY = 86_400n;
const NOW = 101n * DAY;

/** The account is owed 3,000 at block 7, of which 750 are in rounds; it had deposited 3,005 and withdrawn 3. */
const tree = publishTree('JU', { users: 5, of: 3 });
const root = { root: tree.root, total: tree.total, block: 7n };
const newer = { root: `0x${'9'.repeat(64)}`, total: 1n, block: 8n };

function statementOf(...proofs: readonly object[]) {
  return readExitStatement(
    makeExitStatement({
      ...{ how: [], account: ACCOUNT, key: toHex(keyOf(ACCOUNT)), contracts },
      trees: proofs.map((proof) => ({ ...tree.proof, ...proof })),
    }),
    sha256,
  );
}

const NO_DEMAND: DemandState = { due: 0n, demandedAt: 0n, canBegin: false, collectable: 0n };

/** The contracts' state: the root of the statement is the newest, and the exit waits. */
function stateOf(ju: Partial<TokenState> = {}, change: Partial<ExitState> = {}): ExitState {
  const token: TokenState = {
    ...{ paying: root, anchoredAt: 100n * DAY, held: tree.total, owed: tree.total, accounted: tree.total },
    ...{ deposited: 3_005n, withdrawn: 3n, firstDeposit: 2n, isRedeemed: false },
    ...{ anchored: [{ epoch: 4n, ...root }], demand: NO_DEMAND },
    ...ju,
  };
  return {
    ...{ block: 9n, time: NOW, begunAt: 0n, canBegin: false, patience: 14n * DAY, closedSince: 0n },
    tokens: new Map([[NO_TOKEN, token]]),
    ...change,
  };
}

const older = (ju: Partial<TokenState> = {}) =>
  stateOf({
    paying: newer,
    anchored: [
      { epoch: 6n, ...newer },
      { epoch: 2n, ...root },
    ],
    ...ju,
  });
const demandOf = (state: ExitState, statement = statementOf({})) => planExit(statement, state).demands[0];

/** The arguments of a call of Exit. */
function argsOf(call: { readonly to: string; readonly data: string } | null | undefined) {
  if (!isHex(call?.data)) throw new TypeError('no call');
  expect(call.to).toBe(contracts.exit);
  return decodeFunctionData({ abi: exitAbi, data: call.data });
}

describe('a demand is possible', () => {
  test.each([
    ['for what is not in rounds', {}, 2_250n],
    ['with deposits and withdrawals since', { deposited: 3_105n, withdrawn: 43n }, 2_310n],
    ['for the last unit', { withdrawn: 2_252n }, 1n],
  ] as const)('%s', (_, ju, amount) => {
    expect(demandOf(stateOf(ju))?.possible).toMatchObject({ amount, epoch: 4n, stated: 3_000n, locked: 750n });
  });

  test('by a call of the contract with all leaves, in the epoch of the newest root', () => {
    const { functionName, args } = argsOf(demandOf(stateOf())?.possible?.demand);
    expect([functionName, args?.[0], args?.[1]]).toEqual(['demand', NO_TOKEN, 4n]);
    expect(args?.[2]).toMatchObject({ deposited: 3_005n, withdrawn: 3n, locked: 750n });
    const parts = Object(args?.[2]).parts;
    expect(parts.map(({ amount }: { amount: bigint }) => amount)).toEqual(
      statementOf({}).trees[0]?.leaves.map(({ leaf }) => leaf.amount),
    );
    expect(parts[3].path.length).toBe(statementOf({}).trees[0]?.leaves[3]?.path.length);
  });

  test('by an older root of the contract, in its epoch; the tree that pays is then missing', () => {
    const plan = planExit(statementOf({}), older());
    expect(plan.demands[0]?.possible).toMatchObject({ epoch: 2n, amount: 2_250n });
    expect(argsOf(plan.demands[0]?.possible?.demand).args?.[1]).toBe(2n);
    expect([plan.parts, plan.missing]).toEqual([[], [{ currency: 'JU', ...newer }]]);
  });

  test.each([
    ['without leaves in the tree that pays', statementOf({ parts: [] }), stateOf()],
    ['without leaves in an older tree', statementOf({ parts: [] }), older()],
    ['with the key alone', statementOf(), stateOf()],
  ] as const)('%s: epoch 0, deposits less withdrawals', (_, statement, state) => {
    const possible = demandOf(state, statement)?.possible;
    expect(possible).toMatchObject({ epoch: 0n, amount: 3_002n });
    const none = { salt: `0x${'0'.repeat(64)}`, deposited: 0n, withdrawn: 0n, locked: 0n, parts: [] };
    expect(argsOf(possible?.demand).args).toEqual([NO_TOKEN, 0n, none]);
  });
});

describe('no demand is possible', () => {
  const due = { ...NO_DEMAND, due: 5n, demandedAt: 100n * DAY };
  test.each([
    ['once the exit began', stateOf({}, { begunAt: NOW })],
    ['if anyone can begin the exit', stateOf({}, { canBegin: true })],
    ['while one is open', stateOf({ demand: due })],
    ['if nothing is left', stateOf({ withdrawn: 2_253n })],
    ['if the account withdrew more', stateOf({ withdrawn: 3_000n })],
  ])('%s', (_, state) => {
    const plan = planExit(statementOf({}), state);
    expect(plan.demands.flatMap(({ possible }) => possible ?? [])).toEqual([]);
    expect(listCalls(plan).map(({ name }) => name)).not.toContain('demand');
  });

  test('attack: by leaves of a root that the contract does not have', () => {
    const otherTotal = { epoch: 2n, ...root, total: root.total + 1n };
    for (const anchored of [[{ epoch: 6n, ...newer }], [{ epoch: 6n, ...newer }, otherTotal]])
      expect(() => demandOf(older({ anchored }))).toThrow(/newest root is of block 8, and only that pays/);
  });

  test('by an older root, or without leaves, the statement of an account without deposits is refused', () => {
    expect(() => demandOf(older({ withdrawn: 3_000n }))).toThrow(/only that pays/);
    const none = stateOf({ deposited: 0n, withdrawn: 0n });
    expect(() => demandOf(none, statementOf())).toThrow(/^JU: the tree of root 0x\w+, block 7, is missing/);
  });
});

describe('an open demand', () => {
  const stateWith = (demand: Partial<DemandState>, change: Partial<ExitState> = {}) =>
    stateOf({ demand: { ...NO_DEMAND, due: 5n, ...demand } }, change);

  test.each([
    ['waits for its time', { demandedAt: NOW - 14n * DAY + 1n }, { waits: 'time', beginFor: null, due: 5n }],
    ['waits for the cap', { demandedAt: NOW - 14n * DAY }, { waits: 'cap', beginFor: null }],
    ['begins the exit', { demandedAt: NOW - 20n * DAY, canBegin: true }, { waits: null, beginsAt: NOW - 6n * DAY }],
  ] as const)('%s', (_, demand, open) => {
    expect(demandOf(stateWith(demand))?.open).toMatchObject(open);
  });

  test('begins the exit by a call with the account and the token, with a file of any age', () => {
    for (const statement of [statementOf({}), statementOf(), statementOf({ parts: [] })])
      for (const state of [
        stateWith({ canBegin: true }),
        older({ demand: { ...NO_DEMAND, due: 5n, canBegin: true } }),
      ]) {
        const plan = planExit(statement, state);
        const beginFor = { to: contracts.exit, data: callOf('beginFor', ACCOUNT, NO_TOKEN) };
        expect(plan.kind).toBe('demanded');
        expect(listCalls(plan)).toEqual([{ name: 'beginFor', currency: 'JU', call: beginFor }]);
      }
  });

  test('does not matter once the exit began; anyone can begin a due exit without it', () => {
    const names = (change: Partial<ExitState>) =>
      listCalls(planExit(statementOf({}), stateWith({ canBegin: true }, change))).map(({ name }) => name);
    expect(names({ begunAt: NOW })).toEqual(['redeem']);
    expect(names({ canBegin: true })).toEqual(['begin', 'redeem']);
  });
});

test('a paid amount is collected from the vault, first of all, to another address too, also in the exit', () => {
  const demand = { ...NO_DEMAND, collectable: 7n };
  const begun = { begunAt: NOW };
  const data = callOf('collect', NO_TOKEN, addressOf(9));
  for (const state of [stateOf({ demand }), stateOf({ demand }, begun), stateOf({ demand }, { canBegin: true })]) {
    const [first] = listCalls(planExit(statementOf({}), state, addressOf(9)));
    expect(first).toEqual({ name: 'collect', currency: 'JU', call: { to: contracts.vault, data } });
  }
  const { demands } = planExit(statementOf(), { ...older({ demand }), ...begun });
  expect(demands[0]?.collect?.data).toBe(callOf('collect', NO_TOKEN, ACCOUNT));
});

test('the program prints figures, times and calls', () => {
  const lines = (state: ExitState, statement = statementOf({})) =>
    exitLines(planExit(statement, state))
      .filter((line) => !line.includes(' is missing; '))
      .slice(1)
      .map((line) => line.replaceAll('0.00000000000000', '~').replace(/ data 0x\w+$/, ''));
  expect(lines(stateOf({ deposited: 3_105n }))).toEqual([
    'JU: ~3 stated + ~01 deposited since - 0 withdrawn since = ~31',
    expect.stringMatching(
      /^JU: ~3 stated - ~075 in rounds \+ ~01 deposited since - 0 withdrawn since = ~235 can be .* root of epoch 4$/,
    ),
    `to demand JU: to ${contracts.exit} value 0`,
  ]);
  expect(lines(older(), statementOf())).toEqual([
    'JU: ~3005 deposited - ~0003 withdrawn = ~3002 can be demanded, without leaves',
    `to demand JU: to ${contracts.exit} value 0`,
  ]);
  const demand = { due: 1_000n, demandedAt: NOW, canBegin: false, collectable: 2_000n };
  expect(lines(older({ demand }))).toEqual([
    'JU: ~1 was demanded at 1970-04-12T00:00:00.000Z and is not paid; ' +
      'unless it is, the exit can begin for it at 1970-04-26T00:00:00.000Z',
    'JU: ~2 can be collected',
    `to collect JU: to ${contracts.vault} value 0`,
  ]);
  expect(lines(older({ demand: { ...demand, demandedAt: 0n } }))[0]).toContain('cannot begin for it while the cap');
  expect(lines(older({ demand: { ...demand, canBegin: true } }))).toEqual([
    expect.stringContaining('anyone can begin the exit for it now'),
    'JU: ~2 can be collected',
    `to collect JU: to ${contracts.vault} value 0`,
    `to begin the exit for this demand: to ${contracts.exit} value 0`,
  ]);
});

describe('the search for the root of a statement', () => {
  const [stated] = statementOf({}).trees;
  const blockAt = (epoch: bigint) => 3n * epoch - 2n;
  const last = { ...newer, epoch: 1_000n, block: blockAt(1_000n) };

  test.each([1n, 2n, 500n, 998n, 999n])('finds it in epoch %i with at most ten questions', async (epoch) => {
    const asked: bigint[] = [];
    const rootAt = async (at: bigint) => {
      asked.push(at);
      return at === epoch ? { ...root, block: blockAt(at) } : { ...newer, block: blockAt(at) };
    };
    const tree = { leaves: [], ...stated, ...root, block: blockAt(epoch) };
    expect(await findAnchored(tree, { last, rootAt })).toMatchObject({ epoch, root: root.root });
    expect(asked.length).toBeLessThanOrEqual(10);
  });

  test('finds no other root of its block, none of a block between, none without leaves', async () => {
    const rootAt = async (at: bigint) => ({ ...newer, block: blockAt(at) });
    const tree = { leaves: [], ...stated, ...root };
    for (const other of [{ block: 7n }, { block: 8n }, { block: 0n }, { block: last.block }, { leaves: [] }])
      expect(await findAnchored({ ...tree, ...other }, { last, rootAt })).toBeUndefined();
    expect(await findAnchored(undefined, { last, rootAt })).toBeUndefined();
  });
});
