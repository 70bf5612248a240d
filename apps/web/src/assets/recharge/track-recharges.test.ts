import { describe, expect, test } from 'vitest';
import type { SentTransaction } from '../chain/sent-transactions.ts';
import { trackRecharges } from './track-recharges.ts';

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
  const input = {
    sent: [sentTransaction(HASH)],
    latest: [],
    pending: [],
    reverted: [],
    confirmationsNeeded: 8,
    now: 1_000,
  };

  test('follows a recharge from the wallet through the confirmations into the assets', () => {
    expect(trackRecharges(input)).toMatchObject([{ stage: 'sent', confirmations: 0, eventId: null }]);
    expect(trackRecharges({ ...input, latest: [event] })).toMatchObject([
      { stage: 'confirming', confirmations: 3, eventId: 'p-7' },
    ]);
    expect(
      trackRecharges({ ...input, latest: [{ ...event, eventId: 'd-7', status: 'completed', confirmations: null }] }),
    ).toMatchObject([{ stage: 'credited', confirmations: 8, eventId: 'd-7' }]);
  });

  test('behavior: a reverted one has failed; one sent elsewhere is shown while it is pending', () => {
    expect(trackRecharges({ ...input, reverted: [HASH] })).toMatchObject([{ stage: 'failed' }]);
    expect(trackRecharges({ ...input, sent: [sentTransaction(OTHER_HASH)], pending: [event] })).toMatchObject([
      { hash: OTHER_HASH, stage: 'sent' },
      { hash: HASH, stage: 'confirming' },
    ]);
    expect(trackRecharges({ ...input, sent: [], latest: [{ ...event, status: 'completed' }] })).toEqual([]);
  });

  test('behavior: a recharge that the server reports as failed keeps its confirmations', () => {
    expect(trackRecharges({ ...input, latest: [{ ...event, status: 'failed' }] })).toMatchObject([
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
    expect(trackRecharges({ ...input, sent: [], pending: [{ ...event, txHash: null }] })).toMatchObject([
      { hash: 'p-7', stage: 'confirming' },
    ]);
  });

  test('regression: confirmations do not fall when the list of pending recharges is ahead of the other', () => {
    const latest = [event];
    const shown = [[{ ...event, confirmations: 7 }], []].map((pending) =>
      trackRecharges({ ...input, latest, pending }).map(({ confirmations }) => confirmations),
    );
    expect(shown).toEqual([[3], [3]]);
  });
});
