import type { Currency } from '../ledger/currencies.ts';
import type { TransferKind } from '../ledger/transfer-kinds.ts';

/** The types of earnings: the kind of transfer that pays each, and in which currency. rules.md section 5. */
export const EARNINGS_TYPES = {
  /** First stage. */
  settle: { transfer: 'mint', currency: 'FMC' },
  /** Second and third stage. */
  distribute: { transfer: 'distribute', currency: 'FMC' },
  /** Referral. */
  reward: { transfer: 'reward', currency: 'JU' },
  /** Reserve surplus. */
  split: { transfer: 'split', currency: 'JU' },
  'hash-rate-output': { transfer: 'hash-rate-output', currency: 'FMC' },
  'node-output': { transfer: 'node-output', currency: 'JU' },
  'level-output': { transfer: 'level-output', currency: 'JU' },
} as const satisfies Record<string, { transfer: TransferKind; currency: Currency }>;
export type EarningsType = keyof typeof EARNINGS_TYPES;
