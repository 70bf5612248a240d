import { expect, test } from 'vitest';
import { checkInviter, inviterFrom } from './check-inviter.ts';

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test.each([
  ['', 'missing'],
  ['  \n', 'missing'],
  ['0x12', 'format'],
  [`${OTHER}0`, 'format'],
  ['<script>alert(1)</script>', 'format'],
  [`０x${'1'.repeat(40)}`, 'format'],
  [OTHER.replace('C8', 'c8'), 'checksum'],
  [OWN, 'own'],
  [OWN.toLowerCase(), 'own'],
  [OTHER, null],
  [OTHER.toLowerCase(), null],
  ['0x7099 7970 C518 12dc 3A01 0C7d 01b5 0e0d 17dc 79C8', null],
] as const)('checkInviter: %j is %s', (text, problem) => {
  expect(checkInviter(text, OWN)).toBe(problem);
});

test('inviterFrom: removes the white space between groups', () => {
  expect(inviterFrom(' 0x70 99\n')).toBe('0x7099');
});
