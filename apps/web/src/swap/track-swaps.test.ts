import { expect, test } from 'vitest';
import { type SentSwap, SWAP_LIFETIME_MS } from './sent-swaps.ts';
import { trackSwaps } from './track-swaps.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const swap: SentSwap = {
  hash: HASH,
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  sell: 'FMC',
  sold: '200',
  received: '26.612403',
  limitBps: 50,
  sentAt: 1_000,
};

type Logged = Parameters<typeof trackSwaps>[1]['logged'][number];
type Receipt = 'success' | 'reverted' | null;

/** Returns the stage and the confirmations of the swap. */
function stageOf({ receipt, logged, now = 2_000 }: { receipt?: Receipt; logged?: Partial<Logged>; now?: number }) {
  const entry = { txHash: HASH, status: 'in-progress', confirmations: 3, confirmationsNeeded: 8, ...logged } as const;
  const [tracked] = trackSwaps([swap], {
    logged: logged === undefined ? [] : [entry],
    receipts: new Map(receipt === undefined ? [] : [[HASH, receipt]]),
    confirmationsNeeded: 6,
    now,
  });
  return [tracked?.stage, tracked?.confirmations, tracked?.confirmationsNeeded];
}

test('default: goes from sent to confirming, block by block, to completed', () => {
  expect(stageOf({})).toEqual(['sent', 0, 6]);
  expect(stageOf({ receipt: null })).toEqual(['sent', 0, 6]);
  expect(stageOf({ receipt: 'success' })).toEqual(['confirming', 0, 6]);
  expect(stageOf({ receipt: 'success', logged: {} })).toEqual(['confirming', 3, 8]);
  expect(stageOf({ logged: { status: 'completed', confirmations: 8 } })).toEqual(['completed', 8, 8]);
});

test('behavior: knows which swaps the log has, so that each is listed once', () => {
  const entry = { txHash: HASH, status: 'in-progress', confirmations: 3, confirmationsNeeded: 8 } as const;
  const isLogged = (logged: readonly Logged[]) =>
    trackSwaps([swap], { logged, receipts: new Map(), confirmationsNeeded: 6, now: 2_000 }).map((one) => one.isLogged);
  expect([isLogged([entry]), isLogged([])]).toEqual([[true], [false]]);
});

test('behavior: is reverted according to its receipt or the log', () => {
  expect(stageOf({ receipt: 'reverted' })[0]).toBe('reverted');
  expect(stageOf({ receipt: null, logged: { status: 'failed' } })[0]).toBe('reverted');
});

test('behavior: ignores the log’s swaps of other transactions', () => {
  expect(stageOf({ logged: { txHash: `0x${'cd'.repeat(32)}`, status: 'completed' } })[0]).toBe('sent');
});

test('boundary: expires a minute after its deadline if no block includes it', () => {
  const last = swap.sentAt + SWAP_LIFETIME_MS + 60_000;
  expect(stageOf({ receipt: null, now: last })[0]).toBe('sent');
  expect(stageOf({ receipt: null, now: last + 1 })[0]).toBe('expired');
  expect(stageOf({ receipt: 'success', now: last + 1 })[0]).toBe('confirming');
});
