import type { StatementKind } from '@city-mint/domain/ledger/statement-kinds';

/** What a statement, on the page and as a file, calls each kind of transfer in English. */
export const STATEMENT_KINDS_EN: Readonly<Record<StatementKind, string>> = {
  deposit: 'Recharge',
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
