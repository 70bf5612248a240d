import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { expect, test } from 'vitest';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { awaitRounds, endAwaiting, roundsAwaited } from './awaited-rounds.ts';

test('keeps each round of an account once, in numeric order, until it is seen; ignores the address’s case', () => {
  awaitRounds(ALICE, ['10', '9']);
  awaitRounds(ALICE.toLowerCase(), ['10', '11']);
  awaitRounds(BOB, ['9']);
  expect(roundsAwaited(ALICE)).toEqual(['9', '10', '11']);
  expect(roundsAwaited(BOB)).toEqual(['9']);
  endAwaiting(ALICE.toUpperCase().replace('0X', '0x'), '9');
  expect(roundsAwaited(ALICE)).toEqual(['10', '11']);
  expect(roundsAwaited(BOB)).toEqual(['9']);
});

test('ignores entries that are none', () => {
  browserStorage.setItem('fmc.awaited.5', '{"roundId":"5"}');
  browserStorage.setItem('fmc.awaited.6', '{"orderId":"1","roundId":"6","address":"0x1"}');
  expect(roundsAwaited('0x1')).toEqual([]);
});
