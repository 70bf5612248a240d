import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of joining, of auto-mint and of settlement files. */
export const ROUND_REFUSALS = {
  'consent-required': {
    code: CODES.refusedByRule,
    zh: '请先阅读并同意风险与费用说明',
    en: 'Please read and accept the risks and fees first',
  },
  'joins-paused': {
    code: CODES.maintenance,
    zh: '系统维护中，暂停参与，请稍后再试',
    en: 'System maintenance: joining is paused, please try again later',
  },
  'terms-unreadable': {
    code: CODES.refusedByRule,
    zh: '本轮条款暂时无法读取，轮次已暂停推进。参与的资金仍由托管保存，恢复后可再查看',
    en: 'The terms of this round cannot be read right now, so it is on hold. Money put into it stays in escrow',
  },
  'round-not-open': { code: CODES.refusedByRule, zh: '本轮现在不能参与', en: 'This round is not open' },
  'round-full': { code: CODES.refusedByRule, zh: '本轮已满仓', en: 'This round is full' },
  'terms-changed': {
    code: CODES.conflict,
    zh: '条款与您看到的不同，请刷新后重新核对',
    en: 'The terms differ from the ones you saw. Please refresh and check them again',
  },
  'wallet-maximum-reached': {
    code: CODES.refusedByRule,
    zh: '您在本轮已达到每个钱包的上限（{limit} JU）',
    en: 'You have reached the maximum per wallet in this round ({limit} JU)',
  },
  'insufficient-balance': {
    code: CODES.refusedByRule,
    zh: '资产钱包余额不足（可用 {limit} JU），请先充值',
    en: 'Insufficient balance in your asset wallet ({limit} JU available). Please recharge first',
  },
  stale: {
    code: CODES.conflict,
    zh: '设置已在其他设备上更改，请刷新后再试',
    en: 'These settings were changed elsewhere. Please refresh and try again',
  },
  'confirmation-required': {
    code: CODES.refusedByRule,
    zh: '不设每轮上限（{field}）的自动参与需要钱包签名：请签名，或设置每轮上限',
    en: 'Auto-mint without a maximum per round ({field}) needs a signature by your wallet. Please sign, or set one',
  },
  'not-settled': { code: CODES.refusedByRule, zh: '本轮尚未结算', en: 'This round is not settled yet' },
} as const satisfies Record<string, RuleRefusal>;
