import { expect, test } from 'vitest';
import { openSentSwaps, type SentSwap } from './sent-swaps.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const swap: SentSwap = {
  hash: HASH,
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  sell: 'FMC',
  sold: '200',
  received: '26.612403',
  limitBps: 50,
  sentAt: 5,
};

function storageOf(values: Record<string, unknown>) {
  const texts = new Map(Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    keys: (prefix: string) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
  };
}

test('default: remembers a swap with its slippage limit until it is removed', () => {
  const storage = storageOf({});
  openSentSwaps(storage).put(swap);
  const opened = openSentSwaps(storage);
  expect(opened.read()).toEqual([swap]);
  opened.remove(HASH);
  expect(openSentSwaps(storage).read()).toEqual([]);
});

test.each([
  ['another currency', { sell: 'BTC' }],
  ['no amount', { sold: '1e3' }],
  ['no limit', { limitBps: '50' }],
  ['no account', { address: '0x1' }],
])('behavior: an altered entry with %s is ignored', (_, change) => {
  expect(openSentSwaps(storageOf({ [`fmc.swap.${HASH}`]: { ...swap, ...change } })).read()).toEqual([]);
});
