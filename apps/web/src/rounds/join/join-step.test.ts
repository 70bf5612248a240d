import { describe, expect, test } from 'vitest';
import { AMOUNT_STEP, confirmStatus, type JoinStep, stepAfter } from './join-step.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

describe('stepAfter', () => {
  test('default: an accepted join is done', () => {
    const order = { orderId: '7' } as never;
    expect(stepAfter({ kind: 'joined', order })).toEqual({ kind: 'done', order });
  });

  test('behavior: a join with an unknown outcome returns to the amount without a refusal', () => {
    expect(stepAfter({ kind: 'unknown' })).toEqual(AMOUNT_STEP);
  });

  test('behavior: shows a refusal at the amount; asks for a missing consent', () => {
    expect(stepAfter({ kind: 'refused', error: 'round-full', text: 'full' })).toEqual({
      kind: 'amount',
      refusal: { error: 'round-full', text: 'full' },
    });
    expect(stepAfter({ kind: 'refused', error: 'consent-required', text: 'read' })).toEqual({ kind: 'consent' });
  });
});

describe('confirmStatus', () => {
  const input = {
    account: ALICE,
    canRead: true,
    step: AMOUNT_STEP,
    hasPendingJoin: false,
    isClosed: false,
  } as const;
  const sending: JoinStep = { kind: 'sending' };

  test.each([
    ['open', input],
    ['closed', { ...input, isClosed: true }],
    ['waiting', { ...input, hasPendingJoin: true }],
    ['waiting', { ...input, hasPendingJoin: true, isClosed: true }],
    ['sending', { ...input, step: sending, hasPendingJoin: true }],
    ['signed-out', { ...input, account: null, canRead: false, step: sending }],
    ['wrong-chain', { ...input, account: null, hasPendingJoin: true }],
  ] as const)('%s', (status, state) => {
    expect(confirmStatus(state)).toBe(status);
  });
});
