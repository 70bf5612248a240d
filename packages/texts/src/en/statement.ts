import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: 'Deposit',
  'withdrawal-request': 'Withdrawal requested',
  'withdrawal-done': 'Withdrawal completed',
  'withdrawal-returned': 'Withdrawal returned',
  'unknown-payment': 'Payment of the vault, booked later',
  'operator-payout': 'Payout to the operator',
  join: 'Joined a round',
  'principal-return': 'Principal returned',
  'mint-fee': 'Mint fee',
  reward: 'Referral reward',
  loss: 'Loss',
  compensation: 'Compensation from the reserve',
  mint: 'FMC, first stage',
  distribute: 'FMC, later stage',
  'hash-rate-output': 'Hash power output',
  'node-output': 'Node pool output',
  'level-output': 'Level pool output',
  split: 'Reserve surplus share',
};

/** The texts of a statement's table in English. */
export const statement: StatementTexts = {
  head: ['Time (UTC)', 'Currency', 'Account', 'Type', 'Reference', 'In', 'Out', 'Balance after', 'Transfer'],
  opening: 'Opening balance',
  closing: 'Closing balance',
  accounts: { available: 'Available', 'in-rounds': 'In rounds', withdrawing: 'Pending withdrawal' },
  kinds,
};
