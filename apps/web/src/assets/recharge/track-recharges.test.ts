import { describe, expect, test } from 'vitest';
import type { SentTransaction } from '../chain/sent-transactions.ts';
import { latestReports, trackRecharges } from './track-recharges.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const;
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function sentTransaction(hash: `0x${string}`): SentTransaction {
  return { hash, address: ALICE, currency: 'JU', amount: '5', sentAt: 1, withdrawalId: null, acknowledged: false };
}

describe('trackRecharges', () => {
  const event = {
    eventId: 'p-7',
    txHash: HASH,
    status: 'in-progress' as const,
    confirmations: 3,
    confirmationsNeeded: 8,
    currency: 'JU' as const,
    quantity: '5',
  };
  const input = { sent: [sentTransaction(HASH)], events: [], reverted: [], confirmationsNeeded: 8, now: 1_000 };

  test('follows a recharge from the wallet through the confirmations into the assets', () => {
    expect(trackRecharges(input)).toMatchObject([{ stage: 'sent', confirmations: 0, eventId: null }]);
    expect(trackRecharges({ ...input, events: [event] })).toMatchObject([
      { stage: 'confirming', confirmations: 3, eventId: 'p-7' },
    ]);
    expect(
      trackRecharges({ ...input, events: [{ ...event, eventId: 'd-7', status: 'completed', confirmations: null }] }),
    ).toMatchObject([{ stage: 'credited', confirmations: 8, eventId: 'd-7' }]);
  });

  test('behavior: a reverted one has failed; one sent elsewhere is shown while it is pending', () => {
    expect(trackRecharges({ ...input, reverted: [HASH] })).toMatchObject([{ stage: 'failed' }]);
    expect(trackRecharges({ ...input, sent: [sentTransaction(OTHER_HASH)], events: [event] })).toMatchObject([
      { hash: OTHER_HASH, stage: 'sent' },
      { hash: HASH, stage: 'confirming' },
    ]);
    expect(trackRecharges({ ...input, sent: [], events: [{ ...event, status: 'completed' }] })).toEqual([]);
  });

  test('behavior: a recharge that the server reports as failed keeps its confirmations', () => {
    expect(trackRecharges({ ...input, events: [{ ...event, status: 'failed' }] })).toMatchObject([
      { stage: 'failed', confirmations: 3, eventId: 'p-7' },
    ]);
  });

  test('behavior: can be hidden once it failed or was lost, never while the chain may still include it', () => {
    const canDismiss = (change: { readonly now?: number; readonly reverted?: readonly string[] }) =>
      trackRecharges({ ...input, ...change }).map((recharge) => recharge.canDismiss);
    expect(canDismiss({})).toEqual([false]);
    expect(canDismiss({ now: 11 * 60_000 })).toEqual([true]);
    expect(canDismiss({ reverted: [HASH] })).toEqual([true]);
  });

  test('behavior: lists the newest first', () => {
    const sent = [sentTransaction(HASH), sentTransaction(OTHER_HASH)];
    expect(trackRecharges({ ...input, sent }).map(({ hash }) => hash)).toEqual([OTHER_HASH, HASH]);
  });

  test('behavior: identifies a report without a transaction by its id', () => {
    expect(trackRecharges({ ...input, sent: [], events: [{ ...event, txHash: null }] })).toMatchObject([
      { hash: 'p-7', stage: 'confirming' },
    ]);
  });
});

test('latestReports: merges two reports of a recharge, with the later progress', () => {
  const report = (eventId: string, confirmations: number | null) => ({ eventId, confirmations });
  expect(latestReports([report('p-1', 2), report('p-2', 1), report('p-1', 3)])).toEqual([
    report('p-1', 3),
    report('p-2', 1),
  ]);
  expect(latestReports([report('d-1', null), report('d-1', 4)])).toEqual([report('d-1', null)]);
});
