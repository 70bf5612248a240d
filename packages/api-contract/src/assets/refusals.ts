import { AMOUNT_TEXTS_EN, AMOUNT_TEXTS_ZH } from '../amount-refusals.ts';
import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of amounts and of withdrawals. */
export const ASSET_REFUSALS = {
  'amount-not-positive': {
    code: CODES.refusedByRule,
    zh: AMOUNT_TEXTS_ZH['amount-not-positive'],
    en: AMOUNT_TEXTS_EN['amount-not-positive'],
  },
  'below-minimum': {
    code: CODES.refusedByRule,
    zh: AMOUNT_TEXTS_ZH['below-minimum'],
    en: AMOUNT_TEXTS_EN['below-minimum'],
  },
  'amount-over-available': {
    code: CODES.refusedByRule,
    zh: AMOUNT_TEXTS_ZH['amount-over-available'],
    en: AMOUNT_TEXTS_EN['amount-over-available'],
  },
  'withdrawals-paused': {
    code: CODES.maintenance,
    zh: '系统维护中，暂停提现，请稍后再试',
    en: 'System maintenance: withdrawals are paused, please try again later',
  },
  'address-not-allowed': {
    code: CODES.refusedByRule,
    zh: '不支持提现到该地址',
    en: 'Withdrawals to this address are not supported',
  },
  'address-on-hold': {
    code: CODES.refusedByRule,
    zh: '为了您的资金安全，新的提现地址需等待一段时间后才能使用（{until} 起可用）',
    en: 'For your security, a new withdrawal address can only be used after a waiting period (from {until})',
  },
  'withdrawals-cooling': {
    code: CODES.refusedByRule,
    zh: '之前的提现凭证未使用即已过期，请稍后再提现（{until} 起）',
    en: 'An earlier withdrawal expired unused. Please wait before the next one (until {until})',
  },
  'limit-exceeded': {
    code: CODES.refusedByRule,
    zh: '超过提现限额 {limit}（现在最多可提 {left}）',
    en: 'The withdrawal limit of {limit} is exceeded (you can withdraw up to {left} now)',
  },
} as const satisfies Record<string, RuleRefusal>;
