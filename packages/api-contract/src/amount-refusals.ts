import type { AmountError } from '@city-mint/domain/money/amount-text';

/**
 * Refusals of an amount that the page finds too, while it is typed. Each language apart, so that a page loads one of
 * them.
 */
export type AmountRefusal = AmountError | 'amount-not-positive' | 'below-minimum' | 'amount-over-available';

export const AMOUNT_TEXTS_ZH = {
  'amount-format': '请输入正确的数量',
  'amount-too-precise': '数量最多 {limit} 位小数',
  'amount-too-large': '数量过大',
  'amount-not-positive': '数量必须大于 0',
  'below-minimum': '数量不能少于 {limit}',
  'amount-over-available': '输入数量超过可用余额（{limit}）',
} as const satisfies Record<AmountRefusal, string>;

export const AMOUNT_TEXTS_EN = {
  'amount-format': 'Enter a valid amount',
  'amount-too-precise': 'The amount can have at most {limit} decimal places',
  'amount-too-large': 'The amount is too large',
  'amount-not-positive': 'The amount must be greater than 0',
  'below-minimum': 'The amount must be at least {limit}',
  'amount-over-available': 'Entered quantity exceeds available balance ({limit})',
} as const satisfies Record<AmountRefusal, string>;
