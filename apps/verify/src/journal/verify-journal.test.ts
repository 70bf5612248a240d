import { journalSubject } from '@city-mint/chain-contract/anchor-subject';
import { anchorsAbi } from '@city-mint/chain-contract/generated/anchors-abi';
import { hashJournalEntry, NO_ENTRY } from '@city-mint/domain/proof/journal-chain';
import { toHex } from '@city-mint/domain/proof/to-hex';
import { encodeEventTopics } from 'viem';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sha256, utf8 } from '../hashes.ts';
import { EXIT, run } from '../run.ts';
import { answerLists, type FakeNode } from '../testing/fake-server.ts';

const PATH = '/api/app/proof/journal';
const SERVER = 'https://api.example';
const NODES = ['https://one.example', 'https://two.example'] as const;
const ANCHORS = `0x${'6'.repeat(40)}`;
const CONTRACT = ['--anchors', ANCHORS, ...NODES.flatMap((node) => ['--node', node])];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Item = { readonly number: string; readonly content: string; readonly hash: string };

/** Entries of a journal, the newest first; those of another variant have other transfers. */
function makeJournal(count: number, variant = ''): Item[] {
  const items: Item[] = [];
  let previous = NO_ENTRY;
  for (let number = 1n; number <= count; number += 1n) {
    const content = sha256(utf8(`${variant}${number}`));
    previous = hashJournalEntry({ number, previous, content }, sha256);
    items.unshift({ number: `${number}`, content: toHex(content), hash: toHex(previous) });
  }
  return items;
}

const JOURNAL = makeJournal(10);
const at = (items: readonly Item[], number: number) => items.find((item) => item.number === `${number}`)?.hash ?? '';

/** The heads of entries in the contract, by the block that has them. */
type Heads = readonly { readonly number: number; readonly block: number; readonly hash: string }[];

const HEADS: Heads = [4, 8].map((number) => ({ number, block: number * 1_000, hash: at(JOURNAL, number) }));

function nodeOf(heads: Heads, newest = 9_000): FakeNode {
  return (method, params) => {
    if (method === 'eth_blockNumber') return `0x${newest.toString(16)}`;
    const { address, topics, fromBlock, toBlock } = Object(params[0]);
    if (method !== 'eth_getLogs' || address !== ANCHORS) throw new TypeError(`unexpected call of ${method}`);
    const isIn = ({ block }: { block: number }) => block >= Number(fromBlock) && block <= Number(toBlock);
    return heads.filter(isIn).map(({ number, block, hash }) => {
      const blockNumber = `0x${block.toString(16)}`;
      return { topics: [topics[0], journalSubject(BigInt(number))], data: hash, blockNumber };
    });
  };
}

async function verify(
  items: readonly unknown[],
  { args = CONTRACT, heads = HEADS, other = heads }: { args?: readonly string[]; heads?: Heads; other?: Heads } = {},
) {
  answerLists({ lists: { [PATH]: items }, nodes: { [NODES[0]]: nodeOf(heads), [NODES[1]]: nodeOf(other) } });
  const lines: string[] = [];
  const outside = { bytes: async function* () {}, write: (line: string) => void lines.push(line) };
  const code = await run(['journal', '--from', SERVER, ...args], outside);
  return { code, lines };
}

const differs = (line: string) => ({ code: EXIT.differs, lines: [`DIFFERS ${line}`] });
const unread = (line: string) => ({ code: EXIT.unread, lines: [`NOT VERIFIED ${line}`] });
const changed = (number: number, change: Partial<Item>) =>
  JOURNAL.map((item) => (item.number === `${number}` ? { ...item, ...change } : item));

describe('the journal', () => {
  test('default: one chain from the first entry on, which has the heads of the contract', async () => {
    expect(await verify(JOURNAL)).toEqual({
      code: EXIT.agrees,
      lines: [
        'agrees: the entries 1 to 10 are one chain of hashes',
        'agrees: the contract has 2 of its hashes, the newest of entry 8 in block 8000 of 9000, as 2 nodes say',
        'the entries after 8 are not anchored yet',
      ],
    });
    expect((await verify(JOURNAL, { args: [] })).lines[1]).toBe('the heads were not compared with the contract');
  });

  test('default: since a block, from the first head on', async () => {
    const { code, lines } = await verify(JOURNAL.slice(0, 7), { args: [...CONTRACT, '--since', '3000'] });
    expect([code, lines[0]]).toEqual([EXIT.agrees, 'agrees: the entries 4 to 10 are one chain of hashes']);
  });

  test('behavior: a node that accepts smaller ranges of blocks is asked for these', async () => {
    vi.useFakeTimers();
    const strict: FakeNode = (method, params) => {
      const { fromBlock, toBlock } = Object(params[0]);
      if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > 500) throw new RangeError('range');
      return nodeOf(HEADS)(method, params);
    };
    const ranges = async (node: FakeNode) => {
      answerLists({ lists: { [PATH]: JOURNAL }, nodes: { [NODES[0]]: nodeOf(HEADS), [NODES[1]]: node } });
      const lines: string[] = [];
      const outside = { bytes: async function* () {}, write: (line: string) => void lines.push(line) };
      const verified = run(['journal', '--from', SERVER, ...CONTRACT], outside);
      await vi.advanceTimersByTimeAsync(60_000);
      await verified;
      return lines;
    };
    expect((await ranges(strict))[1]).toMatch(/^agrees: the contract has 2 of its hashes/);
    const down = await ranges((method) => {
      if (method === 'eth_getLogs') throw new RangeError('no');
      return '0x2328';
    });
    expect(down).toEqual([`NOT VERIFIED the contract: ${NODES[1]}: no`]);
  });

  test('default: the event is the one of the contract', async () => {
    let asked: unknown;
    answerLists({
      lists: {},
      nodes: {
        [NODES[0]]: (method, params) => {
          asked = method === 'eth_getLogs' ? Object(params[0]).topics : asked;
          return method === 'eth_getLogs' ? [] : '0x1';
        },
      },
    });
    const args = ['journal', '--from', SERVER, '--anchors', ANCHORS, '--node', NODES[0]];
    await run(args, { bytes: async function* () {}, write: () => {} });
    expect(asked).toEqual(encodeEventTopics({ abi: anchorsAbi, eventName: 'RootAnchored' }).slice(0, 1));
  });

  test.each<[string, readonly unknown[], RegExp]>([
    ['a changed hash of transfers', changed(6, { content: `0x${'ab'.repeat(32)}` }), /^DIFFERS entry 6: its hash is/],
    ['a changed hash', changed(6, { hash: `0x${'ab'.repeat(32)}` }), /^DIFFERS entry 7: its hash is .* from entry 6/],
    ['a changed first entry', changed(1, { content: `0x${'ab'.repeat(32)}` }), /^DIFFERS entry 1: its hash is/],
    ['a dropped entry', JOURNAL.filter(({ number }) => number !== '6'), /^DIFFERS entry 6 is missing$/],
    ['a dropped first entry', JOURNAL.slice(0, -1), /^DIFFERS entry 1 is missing$/],
    ['a dropped end', JOURNAL.slice(3), /^DIFFERS entry 8 is missing: the server’s newest is 7, the contract has it$/],
    ['no entry', [], /^DIFFERS the server’s journal has no entry$/],
    ['a swapped order', swap(JOURNAL, 3, 4), /^DIFFERS entry 7 is missing$/],
    ['swapped contents', swapContents(JOURNAL, 3, 4), /^DIFFERS entry 7: its hash is/],
    [
      'an entry twice',
      [...JOURNAL.slice(0, 3), ...JOURNAL.slice(2)],
      /^DIFFERS entry 8 is out of order, after entry 8$/,
    ],
  ])('attack: %s', async (_name, items, line) => {
    const { code, lines } = await verify(items);
    expect(lines).toHaveLength(1);
    expect([code, lines[0]]).toEqual([EXIT.differs, expect.stringMatching(line)]);
  });

  test('attack: a journal whose end no one reaches is not walked', async () => {
    const endless = [{ ...JOURNAL[0], number: '9223372036854775807' }, ...JOURNAL];
    expect(await verify(endless)).toEqual(
      unread('the contract: its newest head is of entry 8, the server’s newest entry is 9223372036854775807'),
    );
  });

  test('attack: a whole rewritten journal agrees with itself, and not with the contract', async () => {
    const rewritten = makeJournal(10, 'other ');
    const [head, stated] = [at(JOURNAL, 8), at(rewritten, 8)];
    expect(await verify(rewritten)).toEqual(
      differs(`entry 8: the contract has the hash ${head}, the server ${stated}`),
    );
    // Twin: without the contract it agrees.
    expect((await verify(rewritten, { args: [] })).code).toBe(EXIT.agrees);
  });

  test('attack: a server continues from another history than the anchored one', async () => {
    const forked = [...makeJournal(10, 'other ').slice(0, 5), ...JOURNAL.slice(5)];
    const heads = [...HEADS.slice(0, 1), { number: 8, block: 8_000, hash: at(forked, 8) }];
    expect((await verify(forked, { heads })).lines[0]).toMatch(/^DIFFERS entry 6: its hash is/);
  });

  test('attack: a node that leaves out or changes a head is contradicted by another', async () => {
    const line = `the contract: blocks 8000 to 9000: ${NODES[0]} and ${NODES[1]} contradict each other`;
    const lied = [...HEADS.slice(0, 1), { number: 8, block: 8_000, hash: `0x${'ab'.repeat(32)}` }];
    expect(await verify(JOURNAL, { other: lied })).toEqual(unread(line));
    expect(await verify(JOURNAL, { other: HEADS.slice(0, 1) })).toEqual(unread(line));
  });

  test('error: a contract without heads, and a value that is no entry', async () => {
    const none = 'the contract: it has no head of the journal in the blocks 0 to 9000';
    expect(await verify(JOURNAL, { heads: [] })).toEqual(unread(none));
    expect(await verify([{ number: '0' }])).toEqual(unread('no number of an entry: 0'));
    expect(await verify([{ number: '1', content: '0x1', hash: '0x1' }])).toEqual(unread('entry 1: no hash: 0x1'));
    expect(await verify(JOURNAL, { args: ['--since', 'x'] })).toEqual(unread('--since: must be a whole number, is x'));
    vi.useFakeTimers();
    answerLists({ lists: {} });
    const lines: string[] = [];
    const outside = { bytes: async function* () {}, write: (line: string) => void lines.push(line) };
    const verified = run(['journal', '--from', SERVER], outside);
    await vi.advanceTimersByTimeAsync(15_000);
    await verified;
    expect(lines).toEqual([`NOT VERIFIED ${SERVER}${PATH}: no network`]);
  });
});

function swap(items: readonly Item[], one: number, other: number): Item[] {
  return items.map((item, index) => items[index === one ? other : index === other ? one : index] ?? item);
}

function swapContents(items: readonly Item[], one: number, other: number): Item[] {
  const swapped = swap(items, one, other);
  return items.map((item, index) => ({ ...item, content: swapped[index]?.content ?? '' }));
}
