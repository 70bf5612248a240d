import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOMAIN_CONSTANTS_FILE, domainConstantsSql } from './domain-constants.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('the file of SQL constants is the one that `npm run generate:sql` writes', () => {
  expect(readFileSync(join(ROOT, DOMAIN_CONSTANTS_FILE), 'utf8')).toBe(domainConstantsSql());
});

test('names each constant as a function of its value', () => {
  const lines = domainConstantsSql().split('\n');
  const returns = (name: string, value: number) =>
    `create or replace function ${name}() returns int immutable strict parallel safe return ${value};`;
  expect(lines).toContain(returns('kind_withdrawal_request', 2));
  expect(lines).toContain(returns('account_kind_launch_costs', 9));
  expect(lines).toContain(returns('rule_payout_share_bps', 2_500));
});
