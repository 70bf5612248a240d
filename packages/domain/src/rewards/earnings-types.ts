import type { AccountKind } from '../ledger/account-kinds.ts';
import type { Currency } from '../ledger/currencies.ts';
import type { TransferKind } from '../ledger/transfer-kinds.ts';

/** The stages in which the FMC of a round is paid. */
export const EARNINGS_STAGES = ['first', 'second', 'third'] as const;
export type EarningsStage = (typeof EARNINGS_STAGES)[number];

type EarningsRule = {
  /** The kind of transfer that pays it. */
  readonly transfer: TransferKind;
  readonly currency: Currency;
  /** The account that it is paid from. */
  readonly source: AccountKind;
  /** The section of docs/money-rules.md that says how much. */
  readonly rule: string;
};

/**
 * The types of earnings. Lists, totals, filters and the API derive from this table. docs/money-rules.md#5-settlement
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
} as const satisfies Record<string, EarningsRule>;

export type EarningsType = keyof typeof EARNINGS_TYPES;

export const EARNINGS_TYPE_NAMES: readonly EarningsType[] = Object.keys(EARNINGS_TYPES).filter(isEarningsType);

/** The kinds of accounts that earnings are paid from. */
export type EarningsSource = (typeof EARNINGS_TYPES)[EarningsType]['source'];

/** Every `EarningsSource` once. */
export const EARNINGS_SOURCES: readonly EarningsSource[] = [
  ...new Set(EARNINGS_TYPE_NAMES.map((name) => EARNINGS_TYPES[name].source)),
];

function isEarningsType(name: string): name is EarningsType {
  return Object.hasOwn(EARNINGS_TYPES, name);
}
