import { expect, test } from 'vitest';
import { offeredLanguage } from './offered-language.ts';

test.each([
  [['en-US', 'en'], 'en'],
  [['id-ID'], 'id'],
  [['EN'], 'en'],
  [['zh-HK', 'en'], 'zhHK'],
  [['zh-Hant-TW'], 'zhHK'],
  [['fr-FR', 'th-TH', 'en'], 'th'],
  [['in-ID'], 'id'],
  [['zh-Hans-HK', 'en'], null],
  [['zh-CN', 'en'], null],
  [['zh-Hans-SG'], null],
  [['zh'], null],
  [['fr', 'de'], null],
  [['', 'not a tag'], null],
  [[], null],
] as const)('offeredLanguage: %j is %s', (preferred, offered) => {
  expect(offeredLanguage(preferred)).toBe(offered);
});
