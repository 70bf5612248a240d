import { settlementSubject as subjectOf } from '@city-mint/chain-contract/anchor-subject';
import fc from 'fast-check';
import { isHex } from 'viem';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { utf8 } from './hashes.ts';
import { EXIT, run } from './run.ts';
import { changeJson } from './testing/change-json.ts';
import { answerAs, JU_TOKEN } from './testing/fake-nodes.ts';
import { addressOf, publishRound, publishTree } from './testing/published.ts';
import { verifySettlement } from './verify-settlement.ts';

const ANCHORS = `0x${'6'.repeat(40)}`;
const NODES = ['https://one.example', 'https://two.example'];
const CONTRACT = ['--anchors', ANCHORS, ...NODES.flatMap((node) => ['--node', node])];
const FILE = 'file.jsonl';

afterEach(() => vi.unstubAllGlobals());

async function* inPieces(text: string): AsyncGenerator<string> {
  yield text.slice(0, 100);
  yield text.slice(100);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  for await (const piece of inPieces(text)) yield utf8(piece);
}

/** Runs the program on the text of one file; returns its exit code and lines. */
async function verify(text: string, ...args: readonly string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await run(args, { bytes: () => bytesOf(text), write: (line) => void lines.push(line) });
  return { code, lines };
}

function hex(text: string | null) {
  if (!isHex(text)) throw new TypeError(`no hex: ${text}`);
  return text;
}

/** Shows at both nodes the root of the round that this file settles. */
async function anchorRound(text: string): Promise<void> {
  const { roundId, termsHash, root } = await verifySettlement(() => inPieces(text));
  const subject = subjectOf({ roundId: BigInt(roundId), termsHash: `${termsHash}` });
  answerAs(Object.fromEntries(NODES.map((node) => [node, { roots: { [subject]: hex(root) } }])));
}

const ROUNDS = {
  minted: publishRound('12', [600, 250, 150], 1_000),
  failed: publishRound('12', [600, 250, 99], 1_000),
};
const onContract = ['settlement', FILE, ...CONTRACT];

describe('a settlement file', () => {
  test.each(Object.entries(ROUNDS))('default: one of a %s round agrees with the contract', async (outcome, text) => {
    await anchorRound(text);
    const { code, lines } = await verify(text, ...onContract);
    expect(code).toBe(EXIT.agrees);
    expect(lines[0]).toMatch(new RegExp(`^agrees: round 12, ${outcome}, 3 orders recomputed; root 0x[0-9a-f]{64}$`));
    expect(lines[1]).toBe('agrees: the contract has this root, as 2 nodes say');
    expect((await verify(text, 'settlement', FILE)).lines[1]).toBe('the root was not compared with the contract');
  });

  test('attack: each of 500 changes of a figure, a line or the round is found', async () => {
    for (const text of Object.values(ROUNDS)) {
      await anchorRound(text);
      await fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), async (where, how) => {
          const changed = changeSettlement(text, where, how);
          const { code } = await verify(changed, ...onContract);
          fc.pre(changed !== text);
          return code !== EXIT.agrees;
        }),
        { numRuns: 250 },
      );
    }
  });

  test('attack: another settlement, which agrees with itself, is not the contract’s', async () => {
    await anchorRound(ROUNDS.minted);
    const invented = publishRound('12', [600, 249, 151], 1_000);
    const { code, lines } = await verify(invented, ...onContract);
    expect([code, lines[0]]).toEqual([EXIT.differs, expect.stringMatching(/^DIFFERS the contract has the root 0x/)]);
    expect((await verify(publishRound('13', [1_000], 1_000), ...onContract)).code).toBe(EXIT.unread);
    // Twin: without the contract it agrees.
    expect((await verify(invented, 'settlement', FILE)).code).toBe(EXIT.agrees);
  });

  test('attack: other terms than those whose hash an order shows are named, also without a contract', async () => {
    await anchorRound(ROUNDS.minted);
    // The settlement does not use these two.
    for (const [from, to] of [
      ['"city":"Oslo"', '"city":"Bern"'],
      ['"lateBps":500', '"lateBps":501'],
    ] as const) {
      const altered = ROUNDS.minted.replace(from, to);
      for (const args of [onContract, ['settlement', FILE]]) {
        const { code, lines } = await verify(altered, ...args);
        expect([code, lines[0]?.slice(0, 31)]).toEqual([EXIT.differs, 'DIFFERS line 1: termsHash: is "']);
      }
    }
    const other = `0x${'ab'.repeat(32)}`;
    const { termsHash } = await verifySettlement(() => inPieces(ROUNDS.minted));
    expect((await verify(ROUNDS.minted, ...onContract, '--terms-hash', `${termsHash}`)).code).toBe(EXIT.agrees);
    expect(await verify(ROUNDS.minted, ...onContract, '--terms-hash', other)).toEqual({
      ...{ code: EXIT.differs, lines: [`DIFFERS the file has the terms ${termsHash}`] },
    });
    // A file without the hash of its terms agrees with itself only.
    const silent = ROUNDS.minted.replace(`"termsHash":"${termsHash}",`, '');
    expect((await verify(silent, 'settlement', FILE)).code).toBe(EXIT.agrees);
    expect((await verify(silent, ...onContract)).lines).toEqual([
      'NOT VERIFIED --terms-hash is missing, and the file does not state it',
    ]);
  });

  test('attack: nodes that contradict each other, or do not answer, verify nothing', async () => {
    const { termsHash, root } = await verifySettlement(() => inPieces(ROUNDS.minted));
    const subject = subjectOf({ roundId: 12n, termsHash: `${termsHash}` });
    const honest = { roots: { [subject]: hex(root) } };
    answerAs({ [NODES[0] ?? '']: honest, [NODES[1] ?? '']: {} });
    expect(await verify(ROUNDS.minted, ...onContract)).toEqual({
      code: EXIT.unread,
      lines: ['NOT VERIFIED the contract: the nodes contradict each other'],
    });
    answerAs({ [NODES[0] ?? '']: honest });
    expect((await verify(ROUNDS.minted, ...onContract)).lines).toEqual([
      'NOT VERIFIED the contract: https://two.example: no network',
    ]);
  });
});

/** Changes one figure, one line or the round of a settlement file. */
function changeSettlement(text: string, where: number, how: number): string {
  const lines = text.trimEnd().split('\n');
  const kinds = [
    () => text.slice(0, 1 + (where % (text.length - 2))),
    () => lines.filter((_, index) => index !== where % lines.length).join('\n'),
    () => [...lines, lines[1 + (where % (lines.length - 1))]].join('\n'),
    () => text.replace('"roundId":"12"', `"roundId":"${13 + (where % 100)}"`),
    ...Array.from({ length: 6 }, () => () => changeFigure(text, where, how)),
  ];
  return kinds[how % kinds.length]?.() ?? text;
}

/** The figures of orders, results and totals; the others decide nothing in every round. */
const FIGURE =
  /(?<="(?:amount|principal|fee|reward|split|refund|loss|compensation|hash|nodes|levels|minted|rank)":"?)\d+/g;

function changeFigure(text: string, where: number, how: number): string {
  const figures = [...text.matchAll(FIGURE)];
  const figure = figures[where % figures.length];
  if (figure === undefined) throw new Error('no figure');
  const value = BigInt(figure[0]);
  const other = figures[how % figures.length]?.[0] ?? '0';
  const changed = [value + 1n, value - 1n, -value - 1n, value + 2n ** 256n, value * 2n + 1n, BigInt(other)];
  const next = String(changed[where % changed.length]);
  return text.slice(0, figure.index) + next + text.slice(figure.index + figure[0].length);
}

describe('an account’s leaves', () => {
  const trees = { JU: publishTree('JU', { users: 5, of: 3 }), FMC: publishTree('FMC', { users: 4, of: 3 }) };
  const FMC = `0x${'f'.repeat(40)}`;
  const answer = JSON.stringify({ code: 200, data: { proofs: [trees.JU.proof, trees.FMC.proof] } });
  const anchoredTree = ({ root, total }: { root: string; total: bigint }) => [
    { root: hex(root), total, asOfBlock: 7n },
  ];
  const contents = { liabilities: { [JU_TOKEN]: anchoredTree(trees.JU), [FMC]: anchoredTree(trees.FMC) } };
  const args = ['leaves', FILE, '--account', addressOf(3), '--fmc', FMC, ...CONTRACT];
  const anchorTrees = () => answerAs(Object.fromEntries(NODES.map((node) => [node, contents])));

  test('default: all of them lead to the roots of the contract', async () => {
    anchorTrees();
    const { code, lines } = await verify(answer, ...args);
    expect(code).toBe(EXIT.agrees);
    expect(lines).toEqual([
      `agrees: 0.000000000000003 JU are owed; root ${trees.JU.root}`,
      `agrees: 0.000000000000003 FMC are owed; root ${trees.FMC.root}`,
      'agrees: the contract has this root of JU, as 2 nodes say',
      'agrees: the contract has this root of FMC, as 2 nodes say',
    ]);
  });

  test('attack: each of 500 changes of a figure, a hash, a leaf or a step is found', async () => {
    anchorTrees();
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (where, how) => {
        const changed = changeJson(answer, { where, how, skip: ['code'] });
        fc.pre(changed !== answer);
        return (await verify(changed, ...args)).code !== EXIT.agrees;
      }),
      { numRuns: 500 },
    );
  });

  test('behavior: a tree without a leaf of the account, and another account, is not verified', async () => {
    const none = JSON.stringify({ proofs: [{ ...trees.JU.proof, parts: [] }] });
    expect(await verify(none, ...args)).toEqual({
      code: EXIT.unread,
      lines: ['NOT VERIFIED JU: the answer has no leaf of this account'],
    });
    const other = await verify(answer, 'leaves', FILE, '--account', addressOf(4));
    expect(other).toEqual({ code: EXIT.differs, lines: ['DIFFERS JU: another-account'] });
  });
});

describe('the arguments', () => {
  test.each([
    [[], /^node verify.mjs settlement FILE/],
    [['settlement'], /^node verify.mjs/],
    [['leaves', FILE], /^NOT VERIFIED --account is missing$/],
    [['leaves', FILE, '--account', '0x1'], /^NOT VERIFIED --account: must be 20 bytes in 0x hex, is 0x1$/],
    [['exit', FILE, '--node', 'x'], /^NOT VERIFIED .*JSON/],
    [['settlement', FILE, '--anchors', ANCHORS], /^NOT VERIFIED --node is missing$/],
    [['settlement', FILE, '--wrong'], /^NOT VERIFIED Unknown option/],
  ])('error: %j', async (args, line) => {
    const { code, lines } = await verify(ROUNDS.minted, ...args);
    expect(code).toBe(EXIT.unread);
    expect(lines.at(-1)).toMatch(line);
  });
});
