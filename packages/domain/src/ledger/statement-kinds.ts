import type { TRANSFER_KINDS } from './transfer-kinds.ts';

/** Every kind of movement that changes what a user has. docs/money-rules.md#9-ledger. */
export const STATEMENT_KINDS = [
  'deposit',
  'withdrawal-request',
  'withdrawal-done',
  'withdrawal-returned',
  'join',
  'principal-return',
  'mint-fee',
  'reward',
  'loss',
  'compensation',
  'mint',
  'distribute',
  'hash-rate-output',
  'node-output',
  'level-output',
  'split',
] as const satisfies readonly (keyof typeof TRANSFER_KINDS)[];
export type StatementKind = (typeof STATEMENT_KINDS)[number];
