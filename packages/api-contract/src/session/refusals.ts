import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of signing in, confirming by signature and the disclosure. */
export const SESSION_REFUSALS = {
  'domain-not-allowed': {
    code: CODES.forbidden,
    zh: '不允许从该网站登录：{field}',
    en: 'Sign-in from this site is not allowed: {field}',
  },
  'uri-not-allowed': {
    code: CODES.forbidden,
    zh: '不允许从该网址登录：{field}',
    en: 'Sign-in from this address is not allowed: {field}',
  },
  'too-many-open-nonces': {
    code: CODES.tooMany,
    zh: '该地址有 {limit} 次登录尚未完成，请在{wait}后再试',
    en: 'This address has {limit} unfinished sign-ins. Please try again in {wait}',
  },
  'nonce-used-or-unknown': {
    code: CODES.refusedByRule,
    zh: '签名内容已使用或不存在，请重新签名',
    en: 'This message was already used or does not exist. Please sign again',
  },
  'message-expired': {
    code: CODES.refusedByRule,
    zh: '签名内容已过期，请重新签名',
    en: 'This message has expired. Please sign again',
  },
  'signature-invalid': {
    code: CODES.refusedByRule,
    zh: '签名与该钱包地址不符',
    en: 'The signature does not match this wallet address',
  },
  'try-again': {
    code: CODES.maintenance,
    zh: '暂时无法在链上验证签名，请再试一次',
    en: 'The signature cannot be verified on the blockchain at the moment. Please try again',
  },
  'disclosure-changed': {
    code: CODES.refusedByRule,
    zh: '风险与费用说明已更新，请重新阅读后再同意',
    en: 'The risks and fees have changed. Please read them again before you accept',
  },
} as const satisfies Record<string, RuleRefusal>;
