import type { AccountKind } from '../ledger/account-kinds.ts';
import type { Currency } from '../ledger/currencies.ts';
import type { TransferKind } from '../ledger/transfer-kinds.ts';

/**
 * The types of earnings: the kind of transfer that pays each, from which account, in which currency, and the section of
 * the money rules that says how much. docs/money-rules.md#5-settlement.
 */
export const EARNINGS_TYPES = {
  /** First stage. */
  settle: { transfer: 'mint', currency: 'FMC', source: 'emission', rule: '5 minted 5' },
  /** Second and third stage. */
  distribute: { transfer: 'distribute', currency: 'FMC', source: 'vesting', rule: '5 minted 5' },
  /** Referral. */
  reward: { transfer: 'reward', currency: 'JU', source: 'fees', rule: '5 minted 2' },
  /** Reserve surplus. */
  split: { transfer: 'split', currency: 'JU', source: 'reserve', rule: '5 minted 4' },
  'hash-rate-output': { transfer: 'hash-rate-output', currency: 'FMC', source: 'emission', rule: '7' },
  'node-output': { transfer: 'node-output', currency: 'JU', source: 'nodes', rule: '8' },
  'level-output': { transfer: 'level-output', currency: 'JU', source: 'levels', rule: '8' },
} as const satisfies Record<string, { transfer: TransferKind; currency: Currency; source: AccountKind; rule: string }>;
export type EarningsType = keyof typeof EARNINGS_TYPES;
