import { exitAbi } from '@city-mint/chain-contract/generated/exit-abi';
import { makeExitStatement } from '@city-mint/domain/proof/exit-statement';
import { toHex } from '@city-mint/domain/proof/to-hex';
import fc from 'fast-check';
import { encodeFunctionData, getAddress, isHex, toFunctionSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../hashes.ts';
import { changeJson } from '../testing/change-json.ts';
import { addressOf, keyOf, publishTree } from '../testing/published.ts';
import { callOf, SELECTORS } from './calldata.ts';
import { exitLines } from './exit-lines.ts';
import { planExit } from './plan-exit.ts';
import type { ExitState, TokenState } from './read-exit-state.ts';
import { readExitStatement } from './read-statement.ts';

const NO_TOKEN = addressOf(0);
const FMC = `0x${'f'.repeat(40)}`;
const contract = (digit: string) => `0x${digit.repeat(40)}`;
const ACCOUNT = addressOf(3);
const DAY = 86_400n;

const trees = { JU: publishTree('JU', { users: 5, of: 3 }), FMC: publishTree('FMC', { users: 4, of: 3 }) };
const contracts = { chainId: 5, vault: contract('1'), exit: contract('2'), anchors: contract('3'), fmc: FMC };
const TEXT = makeExitStatement({
  ...{ how: ['words'], account: ACCOUNT, key: toHex(keyOf(ACCOUNT)), contracts },
  trees: [trees.JU.proof, trees.FMC.proof],
});

const read = (text = TEXT) => readExitStatement(text, sha256);

/** The contracts' state of a token whose newest root is the statement's; the account was owed 3,000. */
function tokenState(currency: 'JU' | 'FMC', change: Partial<TokenState> = {}): TokenState {
  const { root, total } = trees[currency];
  return {
    ...{ paying: { root, total, block: 7n }, anchoredAt: 100n * DAY, held: total, owed: total, accounted: total },
    ...{ deposited: 3_005n, withdrawn: 3n, firstDeposit: 2n, isRedeemed: false },
    anchored: [{ epoch: 4n, root, total, block: 7n }],
    demand: { due: 0n, demandedAt: 0n, canBegin: false, collectable: 0n },
    ...change,
  };
}

function stateOf(ju: Partial<TokenState> = {}, change: Partial<ExitState> = {}): ExitState {
  return {
    ...{ block: 9n, time: 101n * DAY, begunAt: 200n * DAY, canBegin: false, patience: 14n * DAY, closedSince: 0n },
    tokens: new Map([
      [NO_TOKEN, tokenState('JU', ju)],
      [FMC, tokenState('FMC')],
    ]),
    ...change,
  };
}

describe('the calldata', () => {
  test('default: redeem is encoded like viem does', () => {
    const [tree] = read().trees;
    const leaves = tree?.leaves ?? [];
    const first = leaves[0]?.leaf;
    if (first === undefined) throw new Error('no leaf');
    const { salt, deposited, withdrawn, locked } = first;
    const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const;
    const parts = leaves.map(({ leaf, path }) => ({
      amount: leaf.amount,
      path: path.map(({ side, node }) => ({ isLeft: side === 'left', hash: hex(node.hash), sum: node.sum })),
    }));
    const stated = { salt: hex(salt), deposited, withdrawn, locked, parts };
    const args = [getAddress(NO_TOKEN), getAddress(ACCOUNT), stated] as const;
    const expected = encodeFunctionData({ abi: exitAbi, functionName: 'redeem', args });
    expect(planExit(read(), stateOf()).parts[0]?.redeem).toEqual({ to: contracts.exit, data: expected });
  });

  test.each([
    ['begin', 'begin()'],
    ['redeemNew', 'redeemNew(address,address)'],
    ['begunAt', 'begunAt()'],
    ['canBegin', 'canBegin()'],
    ['PATIENCE', 'PATIENCE()'],
    ['termsOf', 'termsOf(address)'],
    ['redeemed', 'redeemed(address,address)'],
    ['VAULT', 'VAULT()'],
    ['EXIT', 'EXIT()'],
    ['ANCHORS', 'ANCHORS()'],
    ['closedSince', 'closedSince()'],
    ['totalsOf', 'totalsOf(address,address)'],
    ['accounted', 'accounted(address)'],
    ['funded', 'funded(address)'],
    ['epochOf', 'epochOf(address)'],
    ['liabilitiesAt', 'liabilitiesAt(address,uint64)'],
    ['beginFor', 'beginFor(address,address)'],
    ['dueTo', 'dueTo(address,address)'],
    ['demandOf', 'demandOf(address,address)'],
    ['canBeginFor', 'canBeginFor(address,address)'],
    ['collect', 'collect(address,address)'],
    ['collectable', 'collectable(address,address)'],
  ] as const)('the selector of %s', (name, signature) => {
    expect(SELECTORS[name]).toBe(toFunctionSelector(signature));
    expect(isHex(callOf(name, ACCOUNT))).toBe(true);
  });
});

describe('a statement', () => {
  test('attack: each of 500 changes of its trees is found', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (where, how) => {
        const changed = changeJson(TEXT, { where, how, skip: ['how', 'chainId'] });
        fc.pre(JSON.stringify(JSON.parse(changed)) !== JSON.stringify(JSON.parse(TEXT)));
        try {
          const statement = readExitStatement(changed, sha256);
          planExit(statement, stateOf());
          // Addresses of contracts are compared with the contracts.
          return JSON.stringify(statement.trees, text) === JSON.stringify(read().trees, text);
        } catch {
          return true;
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ['another format', TEXT.replace('city-mint-exit-1', 'city-mint-exit-2'), /no exit statement: its format/],
    ['no address', TEXT.replace(contracts.vault, '0x11'), /vault is no address: 0x11/],
    ['a currency twice', TEXT.replaceAll('"FMC"', '"JU"'), /a currency twice/],
    ['no JSON', 'x', /JSON/],
  ])('error: %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  const paying = (block: bigint, begunAt = 0n) =>
    stateOf({ paying: { root: contract('9'), total: 1n, block }, anchored: [] }, { begunAt });
  test.each([
    ['older than the newest root', paying(8n), /^JU: the contract’s newest root is of block 8, and only that pays/],
    ['newer than it', paying(6n), /^JU: the contract’s newest root is of block 6; the statement is of block 7$/],
    ['of another root', paying(7n), /^JU: the contract has another root or total of block 7$/],
    ['older than the exit’s', paying(8n, 1n), /^JU: the exit began with the root of block 8/],
  ])('error: a statement %s', (_, state, message) => {
    expect(() => planExit(read(), state)).toThrow(message);
  });
});

describe('the plan', () => {
  test.each([
    ['the leaves’ sum', {}, { pays: 3_000n, claim: 3_000n }],
    ['plus deposits and less withdrawals since', { deposited: 3_105n, withdrawn: 43n }, { pays: 3_060n }],
    ['pro rata where the vault holds less', { held: 1_000n, owed: 15_000n }, { pays: 200n, claim: 3_000n }],
    ['the rest of the vault at most', { accounted: 7n }, { pays: 7n }],
    ['nothing where it withdrew all', { withdrawn: 3_003n }, { kind: 'nothing', pays: 0n, redeem: null }],
    ['nothing twice', { isRedeemed: true }, { kind: 'redeemed', pays: 0n, redeem: null }],
  ] as const)('pays %s', (_, ju, part) => {
    expect(planExit(read(), stateOf(ju)).parts[0]).toMatchObject(part);
  });

  test('an account without leaves redeems only a first deposit after the root’s block', () => {
    const proof = { ...trees.JU.proof, parts: [] };
    const statement = read(
      makeExitStatement({ ...{ how: [], account: ACCOUNT, key: toHex(keyOf(ACCOUNT)) }, contracts, trees: [proof] }),
    );
    const counters = { deposited: 8n, withdrawn: 0n };
    const [late] = planExit(statement, stateOf({ ...counters, firstDeposit: 8n })).parts;
    expect(late).toMatchObject({ pays: 8n, redeem: { data: callOf('redeemNew', NO_TOKEN, ACCOUNT) } });
    const [early] = planExit(statement, stateOf({ ...counters, firstDeposit: 7n })).parts;
    expect(early).toMatchObject({ kind: 'nothing', redeem: null });
  });

  test('says when the exit can begin, and prints the calls that can be sent', () => {
    const closed = planExit(read(), stateOf({}, { begunAt: 0n, closedSince: 99n * DAY }));
    expect(exitLines(closed)).toEqual([
      'CLOSED: unless a new root or withdrawals come, the exit can begin at 1970-04-24T00:00:00.000Z',
      expect.stringMatching(/^JU: 0.000000000000003 stated \+ 0 deposited since - 0 withdrawn since = 0.0+3$/),
      expect.stringMatching(/^FMC: /),
      expect.stringMatching(/^JU: .* can be demanded, by the root of epoch 4$/),
      expect.stringMatching(/^FMC: .* can be demanded, by the root of epoch 4$/),
      expect.stringMatching(/^to demand JU: /),
      expect.stringMatching(/^to demand FMC: /),
    ]);
    const due = exitLines(planExit(read(), stateOf({}, { begunAt: 0n, canBegin: true }), addressOf(9)));
    expect(due[0]).toBe('DUE: anyone can begin the exit now');
    expect(due.slice(3).map((line) => line.split(' data ')[0])).toEqual([
      `to begin the exit: to ${contracts.exit} value 0`,
      `to redeem JU: to ${contracts.exit} value 0`,
      `to redeem FMC: to ${contracts.exit} value 0`,
    ]);
  });
});

function text(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}
