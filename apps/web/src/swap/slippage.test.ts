import { expect, test } from 'vitest';
import { parseSlippage, percentText, slippageWarning } from './slippage.ts';

test.each([
  ['0.5', { bps: 50 }],
  ['1', { bps: 100 }],
  ['0.01', { bps: 1 }],
  ['12.34 %', { bps: 1_234 }],
  ['50％', { bps: 5_000 }],
  ['0,5', { bps: 50 }],
  ['๐.๕', { bps: 50 }],
  ['', { problem: 'missing' }],
  ['%', { problem: 'missing' }],
  ['abc', { problem: 'format' }],
  ['0.001', { problem: 'format' }],
  ['-1', { problem: 'format' }],
  ['1e1', { problem: 'format' }],
  ['0', { problem: 'range' }],
  ['50.01', { problem: 'range' }],
])('default: %s', (text, result) => expect(parseSlippage(text)).toEqual(result));

test('boundary: warns below 0.1 % and above 5 %', () => {
  expect([9, 10, 500, 501].map(slippageWarning)).toEqual(['unlikely', null, null, 'exposed']);
});

test('default: is shown as percent', () =>
  expect([10, 50, 123, 500].map(percentText)).toEqual(['0.1', '0.5', '1.23', '5']));
