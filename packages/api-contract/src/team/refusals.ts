import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of binding an inviter. */
export const TEAM_REFUSALS = {
  'already-bound': {
    code: CODES.conflict,
    zh: '您已绑定邀请人，绑定后不能更改',
    en: 'You already have an inviter, which cannot be changed',
  },
  'unknown-address': {
    code: CODES.refusedByRule,
    zh: '该地址尚未注册',
    en: 'This address is not registered',
  },
  'own-address': { code: CODES.refusedByRule, zh: '不能绑定自己的地址', en: 'You cannot be your own inviter' },
  'below-yourself': {
    code: CODES.refusedByRule,
    zh: '该地址在您的团队中，不能作为您的邀请人',
    en: 'This address is in your own team and cannot be your inviter',
  },
} as const satisfies Record<string, RuleRefusal>;
