import { expect, test } from 'vitest';
import { chainName } from './chain-name.ts';

test.each([
  [202599, 'testJuChain'],
  [210000, 'JuChain'],
  [1, 'Ethereum'],
  [424242, '链 424242'],
])('chainName: %i is %s', (id, name) => {
  expect(chainName(id)).toBe(name);
});
