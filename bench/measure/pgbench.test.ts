import { expect, test } from 'vitest';
import { parseRate } from './pgbench.ts';

const PRINTED = `pgbench (15.16 (Debian 15.16-0+deb12u1), server 18.1)
transaction type: <builtin: TPC-B (sort of)>
number of transactions actually processed: 24123
number of failed transactions: 0 (0.000%)
latency average = 1.326 ms
initial connection time = 12.000 ms
tps = 6031.254321 (without initial connection time)
`;

test('default: the rate without the time of connecting', () => {
  expect(parseRate(PRINTED)).toBe(6031.254321);
});

test('behavior: failed transactions and an output without a rate are errors', () => {
  expect(() => parseRate(PRINTED.replace('transactions: 0', 'transactions: 3'))).toThrow('pgbench printed');
  expect(() => parseRate('pgbench: error: connection failed')).toThrow('connection failed');
});
