import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of claiming hash power. */
export const MINER_REFUSALS = {
  'uid-required': {
    code: CODES.refusedByRule,
    zh: '首次领取算力前，请先绑定交易所 UID',
    en: 'Please link your exchange UID before your first claim of hash power',
  },
  'uid-pending': {
    code: CODES.conflict,
    zh: '交易所尚未确认您的 UID，确认后算力将自动领取',
    en: 'The exchange has not confirmed your UID yet. Your hash power is claimed once it has',
  },
  'uid-rejected': {
    code: CODES.refusedByRule,
    zh: '交易所未确认该 UID：请在交易所为您的地址重新获取验证码',
    en: 'The exchange did not confirm this UID. Please get a new code there for your address',
  },
  'uid-already-bound': {
    code: CODES.conflict,
    zh: '您已绑定另一个交易所 UID，需由两位运营人员解除后才能更改',
    en: 'Another exchange UID is already linked to your account; only two operators together can free it',
  },
  'nothing-to-claim': {
    code: CODES.refusedByRule,
    zh: '目前没有可领取的算力',
    en: 'You have no hash power to claim at the moment',
  },
  'uid-taken': {
    code: CODES.conflict,
    zh: '该交易所 UID 已绑定其他地址',
    en: 'This exchange UID is linked to another address',
  },
} as const satisfies Record<string, RuleRefusal>;
