import { describe, expect, test } from 'vitest';
import { countTests } from './count-tests.ts';

describe('countTests', () => {
  test('vitest', () => {
    const output =
      ' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 31 passed | 1 skipped (34)\n   Duration  3s\n';
    expect(countTests('vitest', output)).toEqual({ passed: 31, failed: 2 });
  });

  test('vitest in colour', () => {
    expect(countTests('vitest', '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m7 passed\u001b[39m (7)\n')).toEqual(
      {
        passed: 7,
        failed: 0,
      },
    );
  });

  test('forge: the last summary counts', () => {
    const output =
      'Ran 1 test suite in 2ms: 1 tests passed, 0 failed, 0 skipped (1 total tests)\nRan 5 test suites in 1.7s: 40 tests passed, 1 failed, 0 skipped (41 total tests)\n';
    expect(countTests('forge', output)).toEqual({ passed: 40, failed: 1 });
  });

  test('playwright', () => {
    const output = 'Running 6 tests\n\n  1 failed\n    flow.spec.ts:3:1 › joins\n  5 passed (8.6s)\n';
    expect(countTests('playwright', output)).toEqual({ passed: 5, failed: 1 });
  });

  test('behavior: no summary is no count', () => {
    expect(countTests('vitest', 'Error: cannot find module')).toBeNull();
  });
});
