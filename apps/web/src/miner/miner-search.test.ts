import { expect, test } from 'vitest';
import { parseMinerSearch } from './miner-search.ts';

test('default: parses tab and range; drops unknown values', () => {
  expect(parseMinerSearch({ tab: 'machines', days: '7' })).toEqual({ tab: 'machines', days: 7 });
  expect(parseMinerSearch({ tab: 'x', days: '9', y: 1 })).toEqual({});
});
