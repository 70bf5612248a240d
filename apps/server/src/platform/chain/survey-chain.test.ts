import { FINALITY_TAG_ERRORS } from '@city-mint/tests/field/node-errors/finality-tags';
import { HISTORY_ERRORS } from '@city-mint/tests/field/node-errors/history';
import { startBadNode } from '@city-mint/tests/setup/bad-node';
import type { FieldReply } from '@city-mint/tests/setup/field-reply';
import { type Hex, numberToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../log/create-logger.ts';
import { forgetGenesis } from './genesis.ts';
import { createNodeWatch } from './node-watch.ts';
import { createRpcNodes } from './rpc-node.ts';
import { surveyChain } from './survey-chain.ts';

const CHAIN_ID = 7;
const HEAD = 100;
const OTHER_HASH: Hex = `0x${'9'.repeat(64)}`;

const hashOf = (number: number): Hex => numberToHex(number + 1, { size: 32 });
const block = (number: number, hash = hashOf(number)) => ({
  ...{ number: numberToHex(number), hash, parentHash: hashOf(number - 1), timestamp: '0x65000000', transactions: [] },
  ...{ difficulty: '0x0', gasUsed: '0x0' },
});

type Special = Readonly<Record<string, FieldReply>>;

/** Returns a node at block 100 with special replies for some blocks, and the blocks that it was asked for. */
async function nodeOf(special: Special) {
  const asked: string[] = [];
  const url = await startBadNode(({ method, params: [first] }) => {
    if (method === 'eth_chainId') return { result: numberToHex(CHAIN_ID) };
    const name = String(first);
    asked.push(name);
    const numbers: Readonly<Record<string, number>> = { latest: HEAD, finalized: 90 };
    return special[name] ?? { result: block(numbers[name] ?? Number(name)) };
  });
  return { url, asked };
}

/** Returns surveys of nodes with special replies, and their states and log. */
async function surveysOf(...specials: readonly Special[]) {
  const started = await Promise.all(specials.map(nodeOf));
  const nodes = createRpcNodes({ urls: started.map(({ url }) => url) });
  const lines: { msg: string; level: number }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line));
  const log = createLogger({ name: 'test', level: 'warn', destination: { write } });
  const watch = createNodeWatch({ names: nodes.map(({ name }) => name), log });
  const survey = () => surveyChain({ nodes, chainId: CHAIN_ID, confirmations: 12, watch });
  return { survey, nodes, watch, lines, asked: started.map((node) => node.asked) };
}

describe('finality', () => {
  const rows = FINALITY_TAG_ERRORS.map((row) => ({ ...row, title: row.seen }));
  const unknown = rows.filter(({ kind }) => kind === 'unknown-tag');
  const others = rows.filter(({ kind }) => kind !== 'unknown-tag');

  test('default: the finalised block is the one that the node reports', async () => {
    const { survey, watch, lines } = await surveysOf({});
    expect((await survey()).finalized.number).toBe(90n);
    expect(watch.list()).toMatchObject([{ state: 'agrees' }]);
    expect(lines).toEqual([]);
  });

  test.each(unknown)(
    'behavior: counts confirmations and logs it once where the tag is unknown: $title',
    async (row) => {
      const { survey, watch, lines } = await surveysOf({ finalized: row });
      for (let poll = 0; poll < 3; poll += 1) expect((await survey()).finalized.number).toBe(88n);
      expect(watch.list()).toMatchObject([{ state: 'agrees' }]);
      expect(lines.map(({ msg }) => msg)).toEqual(['a node does not report finality: confirmations are counted']);
    },
  );

  test('behavior: a node that reported finality and denies it later is unclear until it reports it again', async () => {
    const replies: { finalized?: FieldReply } = {};
    const { survey, watch } = await surveysOf(replies);
    expect((await survey()).finalized.number).toBe(90n);
    for (const reply of [{ error: { code: -32_000, message: 'finalized block not found' } }, { result: null }]) {
      replies.finalized = reply;
      await expect(survey()).rejects.toThrow('0 of 1 chain nodes answered');
      expect(watch.list()).toMatchObject([{ state: 'unclear', what: 'it reported a finalised block before' }]);
    }
    replies.finalized = { result: block(91) };
    expect((await survey()).finalized.number).toBe(91n);
  });

  test('behavior: counts confirmations where it is null, or a block without a number', async () => {
    for (const result of [null, { ...block(95), number: null }]) {
      const { survey } = await surveysOf({ finalized: { result } });
      expect((await survey()).finalized.number).toBe(88n);
    }
  });

  test.each(others)('behavior: an unclear answer is an error, logged once and shown: $title', async (row) => {
    const { survey, watch, lines } = await surveysOf({ finalized: row });
    for (let poll = 0; poll < 3; poll += 1) await expect(survey()).rejects.toThrow('0 of 1 chain nodes answered');
    expect(watch.list()).toMatchObject([{ state: row.kind === 'other' ? 'unclear' : 'silent' }]);
    expect(lines).toHaveLength(1);
  });

  test('behavior: the majority decides when one node’s finality is unclear', async () => {
    const unclear = { finalized: { error: { code: -32_603, message: 'Internal error' } } };
    const { survey, watch } = await surveysOf(unclear, {}, {});
    expect((await survey()).finalized.number).toBe(90n);
    expect(watch.list().map(({ state }) => state)).toEqual(['unclear', 'agrees', 'agrees']);
    expect(watch.list()[0]?.what).toBe('the finalised block: -32603 Internal error');
  });
});

describe('block 0', () => {
  const GENESIS = '0x0';
  const pruned = HISTORY_ERRORS.filter(({ method, params }) => method.endsWith('ByNumber') && params?.[0] === GENESIS);
  const isGenesis = (name: string) => name === GENESIS;

  test('default: is asked once of each node, and again after an integrity error', async () => {
    const { survey, nodes, asked } = await surveysOf({}, {}, {});
    for (let poll = 0; poll < 3; poll += 1) expect((await survey()).genesisHash).toBe(hashOf(0));
    expect(asked.map((names) => names.filter(isGenesis).length)).toEqual([1, 1, 1]);
    forgetGenesis(nodes);
    await survey();
    expect(asked.map((names) => names.filter(isGenesis).length)).toEqual([2, 2, 2]);
  });

  test.each([...pruned.map((row) => ({ ...row, title: row.seen })), { result: null, title: 'null' }])(
    'behavior: a node without it is surveyed and asked for it once: $title',
    async (row) => {
      const { survey, watch, asked } = await surveysOf({ [GENESIS]: row });
      for (let poll = 0; poll < 3; poll += 1) expect((await survey()).genesisHash).toBe(null);
      expect(asked[0]?.filter(isGenesis)).toHaveLength(1);
      expect(watch.list()).toMatchObject([{ state: 'agrees' }]);
    },
  );

  test('behavior: is asked again while a node does not answer', async () => {
    const replies: { [GENESIS]: FieldReply } = { [GENESIS]: { status: 503, body: '' } };
    const { survey } = await surveysOf(replies);
    await expect(survey()).rejects.toThrow('0 of 1 chain nodes answered');
    replies[GENESIS] = { result: block(0) };
    expect((await survey()).genesisHash).toBe(hashOf(0));
  });

  test('attack: one node that invents another first block decides nothing, though the others have none', async () => {
    const other = { [GENESIS]: { result: block(0, OTHER_HASH) } };
    const none = { [GENESIS]: { result: null } };
    expect((await (await surveysOf(other, none, none)).survey()).genesisHash).toBe(null);
    const outvoted = await surveysOf(other, {}, {});
    expect((await outvoted.survey()).genesisHash).toBe(hashOf(0));
    expect(outvoted.watch.list()).toMatchObject([{ state: 'disagrees' }, { state: 'agrees' }, { state: 'agrees' }]);
    const alike = await surveysOf(other, {});
    await expect(alike.survey()).rejects.toThrow('nodes-disagree');
  });
});
