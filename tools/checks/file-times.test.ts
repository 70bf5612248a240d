import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeSlowest, readFileTimes } from './file-times.ts';

describe('readFileTimes', () => {
  test('default: vitest names files by their whole path', () => {
    const times = [{ file: join(process.cwd(), 'tests/a.db.test.ts'), seconds: 1.5 }];
    expect(readFileTimes('vitest', times)).toEqual([{ file: 'tests/a.db.test.ts', seconds: 1.5 }]);
  });

  test('behavior: the durations of a file of forge are added up, whatever their units', () => {
    const report = {
      'contracts/test/Vault.t.sol:VaultTest': { duration: '1m 2s 500ms', test_results: {} },
      'contracts/test/Vault.t.sol:RedeemTest': { duration: '250ms 12µs 7ns', test_results: {} },
    };
    const [time, ...others] = readFileTimes('forge', report);
    expect(others).toEqual([]);
    expect(time?.file).toBe('contracts/test/Vault.t.sol');
    expect(time?.seconds).toBeCloseTo(62.75, 3);
  });

  test("behavior: a file of Playwright takes as long as all of its tests, each try and each suite's included", () => {
    const spec = (...durations: number[]) => ({
      file: 'join.spec.ts',
      tests: [{ results: durations.map((duration) => ({ duration })) }],
    });
    const report = { suites: [{ specs: [spec(1000, 500)], suites: [{ specs: [spec(2000)] }] }] };
    expect(readFileTimes('playwright', report)).toEqual([{ file: 'tests/browser/join.spec.ts', seconds: 3.5 }]);
  });

  test.each(['vitest', 'forge', 'playwright'] as const)('behavior: a report that is not one of %s throws', (runner) => {
    expect(() => readFileTimes(runner, { suites: 1 })).toThrow();
  });
});

describe('describeSlowest', () => {
  test('default: names the 20 slowest, slowest first', () => {
    const times = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
    const [title, first, ...rest] = describeSlowest(times);
    expect(title).toBe('The 20 slowest of 30 test files:');
    expect(first).toBe('    29.0 s  29.test.ts');
    expect(rest).toHaveLength(19);
    expect(rest.at(-1)).toBe('    10.0 s  10.test.ts');
  });

  test('behavior: a run without test files prints nothing', () => {
    expect(describeSlowest([])).toEqual([]);
  });
});
