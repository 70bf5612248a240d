import { describe, expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { findSigningObstacle, SIGNING_OBSTACLES, type SigningFacts, type WithdrawalToSign } from './check-signing.ts';

const UNIT = 10n ** 18n;
const units = (amount: bigint) => tokenAmount(amount * UNIT);
const USER = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const [ALICE, BOB] = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x90F79bf6EB2c4f870365E785982E1f101E93b906'];

const ASKED: WithdrawalToSign = {
  account: USER,
  recipient: OTHER,
  amount: units(5n),
  approvalNeeded: false,
  proposedBy: null,
  approvedBy: null,
  isPayout: false,
  isDemandOpen: false,
};
const FACTS: SigningFacts = {
  userAddress: USER,
  recipientFreeAt: 1_000,
  now: 2_000,
  limits: { perWithdrawal: units(10n), perUserDay: units(20n), perDay: units(1_000n), approvalAbove: units(6n) },
  use: { userRequested: units(0n), userWithdrawn: units(0n), userRecharged: units(0n), othersNet: units(0n) },
};

/** What raises each obstacle, in checking order. */
const BROKEN: readonly { asked?: Partial<WithdrawalToSign>; facts?: Partial<SigningFacts> }[] = [
  { facts: { userAddress: ALICE } },
  { facts: { recipientFreeAt: null } },
  { asked: { approvalNeeded: true } },
  { facts: { recipientFreeAt: 2_001 } },
  { facts: { limits: { ...FACTS.limits, perWithdrawal: units(1n) } } },
];

describe('findSigningObstacle', () => {
  test('default: what its request decided is signed', () => {
    expect(findSigningObstacle(ASKED, FACTS)).toBe(undefined);
    expect(findSigningObstacle({ ...ASKED, recipient: USER }, { ...FACTS, recipientFreeAt: null })).toBe(undefined);
  });

  test.each(SIGNING_OBSTACLES.map((obstacle, index) => ({ obstacle, index })))(
    'behavior: $obstacle is found before all that follow it',
    ({ obstacle, index }) => {
      // The first of them last, so that it is not undone by a later one.
      const later = BROKEN.slice(index).reverse();
      const asked = Object.assign({}, ASKED, ...later.map((each) => each.asked ?? {}));
      const facts = Object.assign({}, FACTS, ...later.map((each) => each.facts ?? {}));
      expect(findSigningObstacle(asked, facts)).toBe(obstacle);
    },
  );

  test('behavior: a demand passes approval and limits, only to the account itself', () => {
    const above = { ...ASKED, isDemandOpen: true, approvalNeeded: true, amount: units(50n) };
    expect(findSigningObstacle({ ...above, recipient: USER }, FACTS)).toBe(undefined);
    expect(findSigningObstacle({ ...above, recipient: USER, isDemandOpen: false }, FACTS)).toBe('approval-missing');
    expect(findSigningObstacle(above, FACTS)).toBe('approval-missing');
    expect(findSigningObstacle({ ...above, account: OTHER }, FACTS)).toBe('account-differs');
  });

  test('behavior: above the threshold of now it takes two operators, none of them the user or the recipient', () => {
    const approvedBy = (proposer: string | null, approver: string | null) =>
      findSigningObstacle({ ...ASKED, amount: units(7n), proposedBy: proposer, approvedBy: approver }, FACTS);
    expect(approvedBy(ALICE, BOB)).toBe(undefined);
    for (const [proposer, approver] of [
      [null, null],
      [null, BOB],
      [ALICE, null],
      [ALICE, ALICE],
      [USER, BOB],
      [ALICE, OTHER],
    ] as const) {
      expect(approvedBy(proposer, approver)).toBe('approval-missing');
    }
  });
});
