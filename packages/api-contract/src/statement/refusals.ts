import { CODES } from '../envelope.ts';
import type { RuleRefusal } from '../refusal-text.ts';

/** Refusals of statements. */
export const STATEMENT_REFUSALS = {
  'date-in-future': { code: CODES.badInput, zh: '时间不能晚于现在', en: 'The time cannot be in the future' },
  'range-too-long': {
    code: CODES.badInput,
    zh: '时间范围最多 {limit} 天',
    en: 'The period can be at most {limit} days',
  },
} as const satisfies Record<string, RuleRefusal>;
