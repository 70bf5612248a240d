import { expect, test } from 'vitest';
import { tokenAmount } from '../money/token-amount.ts';
import { checkThresholds } from './check-thresholds.ts';

const ju = (amount: bigint) => tokenAmount(amount);
const thresholds = {
  node: {
    personal: { joinedDirects: 1, teamPerformance: ju(10n) },
    community: { joinedDirects: 1, teamPerformance: ju(10n) },
    super: { joinedDirects: 3, teamPerformance: ju(1_000n) },
  },
  level: { 1: ju(0n), 2: ju(50n), 3: ju(50n), 4: ju(5_000n), 5: ju(50_000n) },
};

test('default: what rises or stays is good', () => {
  expect(checkThresholds(thresholds)).toEqual([]);
});

test('behavior: each fall is named', () => {
  const { node, level } = thresholds;
  const wrong = {
    node: { ...node, community: { joinedDirects: 0, teamPerformance: ju(9n) } },
    level: { ...level, 5: ju(4_999n) },
  };
  expect(checkThresholds(wrong)).toEqual([
    { field: 'communityJoinedDirects', bound: 'at-least-field personalJoinedDirects' },
    { field: 'communityTeamPerformance', bound: 'at-least-field personalTeamPerformance' },
    { field: 'level5', bound: 'at-least-field level4' },
  ]);
});
