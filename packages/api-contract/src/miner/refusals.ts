import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of claiming hash power. */
export const MINER_REFUSALS = {
  'uid-required': {
    code: CODES.refusedByRule,
    zh: '首次领取算力前，请先绑定交易所 UID',
    en: 'Please link your exchange UID before your first claim of hash power',
  },
  'uid-already-bound': {
    code: CODES.conflict,
    zh: '您已绑定另一个交易所 UID，绑定后不能更改',
    en: 'Another exchange UID is already linked to your account and cannot be changed',
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
