import { expect, test } from 'vitest';
import { stationState } from './views/withdrawal-stations.ts';
import { checkRecipient, currentStep, recipientFrom, stepsDone, WITHDRAWAL_STEPS } from './withdrawal.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('checkRecipient: reports empty text, bad format and a wrong checksum', () => {
  expect(checkRecipient('  ')).toBe('missing');
  expect(checkRecipient('0x12')).toBe('format');
  expect(checkRecipient(`０x${'1'.repeat(40)}`)).toBe('format');
  expect(checkRecipient(ALICE.replace('C8', 'c8'))).toBe('checksum');
  expect(checkRecipient(ALICE)).toBeNull();
  expect(checkRecipient(` ${ALICE.toLowerCase()} `)).toBeNull();
});

test.each([
  ['requested', 1],
  ['approved', 1],
  ['signed', 2],
  ['submitted', 3],
  ['confirming', 3],
  ['completed', WITHDRAWAL_STEPS.length],
  ['returned', 0],
] as const)('stepsDone: %s has %i', (state, count) => {
  expect(stepsDone(state, false)).toBe(count);
});

test('stepsDone: counts a transaction sent by the wallet before the server sees it', () => {
  expect(stepsDone('signed', true)).toBe(stepsDone('submitted', false));
});

const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';

test.each([
  ['0x0000000000000000000000000000000000000000', 'zero'],
  [VAULT, 'contract'],
  [FMC.toLowerCase(), 'contract'],
  ['0x7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8', null],
] as const)('checkRecipient: %s is %s', (text, problem) => {
  expect(checkRecipient(text, [VAULT, FMC])).toBe(problem);
});

test('recipientFrom: removes white space from an address pasted in groups', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  expect(recipientFrom('0x7099 7970 C518 12dc\n3A01 0C7d 01b5 0e0d 17dc 79C8 ')).toBe(address);
});

test.each([
  ['requested', false, 'signed'],
  ['signed', false, 'submitted'],
  ['signed', true, 'confirming'],
  ['confirming', false, 'confirming'],
  ['completed', false, null],
  ['returned', false, null],
] as const)('currentStep: %s, sent by the wallet %s, is in %s', (state, isSent, step) => {
  expect(currentStep(state, isSent)).toBe(step);
});

test('stationState: completed, current and later steps; once paid, the last one is earned', () => {
  const states = (done: number) => WITHDRAWAL_STEPS.map((_step, index) => stationState(index, done));
  expect(states(2)).toEqual(['done', 'done', 'now', 'ahead']);
  expect(states(4)).toEqual(['done', 'done', 'done', 'earned']);
});
