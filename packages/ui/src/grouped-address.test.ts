import { expect, test } from 'vitest';
import { groupsOf } from './grouped-address.tsx';

test('groupsOf: ten groups of four, no digit lost', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const groups = groupsOf(address);
  expect(groups).toHaveLength(10);
  expect(groups[0]).toBe('0x7099');
  expect(groups.at(-1)).toBe('79C8');
  expect(groups.join('')).toBe(address);
});
