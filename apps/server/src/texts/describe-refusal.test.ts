import { language } from '@city-mint/api-contract/languages';
import { expect, test } from 'vitest';
import { describeRefusal } from './describe-refusal.ts';
import { COMMON_TEXTS, RULE_TEXTS } from './refusal-texts.ts';

const words = [...Object.keys(COMMON_TEXTS), ...Object.keys(RULE_TEXTS)];
const isWord = (word: string): word is keyof typeof COMMON_TEXTS | keyof typeof RULE_TEXTS =>
  Object.hasOwn(COMMON_TEXTS, word) || Object.hasOwn(RULE_TEXTS, word);

test.each(language.options)('default: every refusal has a text for who reads %s, with its field and limit', (lang) => {
  const isChinese = lang === 'zh' || lang === 'zhHK';
  expect(words.length).toBeGreaterThan(60);
  for (const word of words.filter(isWord)) {
    const details = { field: 'thisField', limit: '42', retryAfterSeconds: '7' };
    const { msg } = describeRefusal({ error: word, details }, lang);
    expect(/\p{Script=Han}/u.test(msg), `${lang} ${word}: ${msg}`).toBe(isChinese);
    expect(msg, word).not.toMatch(/[{}]/);
    const bare = describeRefusal({ error: word, details: {} }, lang).msg;
    expect(bare.trim(), word).not.toBe('');
    expect(bare, word).not.toMatch(/[{}]|undefined/);
  }
});
