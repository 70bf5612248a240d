import { expect, test } from 'vitest';
import { type WaitFacts, withdrawalWaits } from './withdrawal-waits.ts';

const NOW = 1_000_000;
const facts: WaitFacts = {
  state: 'requested',
  dueAt: null,
  deadline: null,
  isCancelAsked: false,
  isPaymentSeen: false,
  recipientFreeAt: null,
  now: NOW,
  isPaused: false,
  isChainRead: true,
};
const reasons = (changes: Partial<WaitFacts>) => withdrawalWaits({ ...facts, ...changes }).map(({ reason }) => reason);

test('default: a waiting withdrawal names its approval, and all else that holds it', () => {
  expect(withdrawalWaits(facts)).toEqual([{ reason: 'approval', until: null }]);
  expect(withdrawalWaits({ ...facts, recipientFreeAt: NOW + 5, isPaused: true, isChainRead: false })).toEqual([
    { reason: 'approval', until: null },
    { reason: 'address-on-hold', until: NOW + 5 },
    { reason: 'paused', until: null },
    { reason: 'chain', until: null },
  ]);
});

test('behavior: an approved one waits for its new address, the limits of a day, or the signer', () => {
  const approved = { state: 'approved', dueAt: NOW };
  expect(reasons(approved)).toEqual(['signer']);
  expect(withdrawalWaits({ ...facts, ...approved, dueAt: NOW + 9 })).toEqual([
    { reason: 'limit-of-day', until: NOW + 9 },
  ]);
  expect(reasons({ ...approved, dueAt: NOW + 9, recipientFreeAt: NOW + 9 })).toEqual(['address-on-hold']);
  expect(reasons({ ...approved, isPaused: true })).toEqual(['signer', 'paused']);
});

test('behavior: a signed one waits for its owner, for blocks, or for the end of its voucher', () => {
  const signed = { state: 'signed', deadline: NOW + 7 };
  expect(withdrawalWaits({ ...facts, ...signed })).toEqual([{ reason: 'owner', until: NOW + 7 }]);
  expect(reasons({ ...signed, isPaymentSeen: true })).toEqual(['confirmations']);
  expect(reasons({ ...signed, deadline: NOW })).toEqual(['expiry']);
  expect(reasons({ ...signed, deadline: NOW, dueAt: NOW })).toEqual(['signer']);
  expect(reasons({ ...signed, isCancelAsked: true })).toEqual(['cancellation']);
  // Nothing of it needs the signer: a pause changes nothing for whoever holds a voucher.
  expect(reasons({ ...signed, isPaused: true })).toEqual(['owner']);
});

test.each(['completed', 'returned'])('edge: a %s withdrawal waits for nothing, even during pauses', (state) => {
  expect(reasons({ state, isPaused: true, isChainRead: false })).toEqual([]);
});
