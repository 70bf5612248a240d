import { beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#platform/i18n/language-store.ts';
import { chainName } from './chain-name.ts';

beforeAll(() => loadTexts(['wallet']));

test.each([
  [202599, 'testJuChain'],
  [210000, 'JuChain'],
  [1, 'Ethereum'],
  [424242, '链 424242'],
])('chainName: %i is %s', (id, name) => {
  expect(chainName(id)).toBe(name);
});
