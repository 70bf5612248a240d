import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countTests } from './count-tests.ts';

describe('countTests of vitest', () => {
  const assertion = (fullName: string, status: string, failureMessages: string[] | null = []) => ({
    fullName,
    status,
    failureMessages,
  });

  test('default: counts passed and failed tests, not skipped ones', () => {
    const assertionResults = [
      assertion('joins', 'passed'),
      assertion('pays', 'failed', ['expected 1 to be 2']),
      assertion('waits', 'skipped'),
      assertion('later', 'todo', null),
    ];
    const report = { testResults: [{ name: join(process.cwd(), 'a.test.ts'), status: 'failed', assertionResults }] };
    expect(countTests('vitest', report)).toEqual({
      passed: 1,
      failed: 1,
      failedTests: ['a.test.ts > pays: expected 1 to be 2'],
      flakyTests: [],
    });
  });

  test('behavior: a test that passed after a failure counts as passed and is named with that failure', () => {
    const assertionResults = [assertion('joins', 'passed', ['timed out\n    at a.db.test.ts:3'])];
    expect(
      countTests('vitest', { testResults: [{ name: 'a.db.test.ts', status: 'passed', assertionResults }] }),
    ).toEqual({ passed: 1, failed: 0, failedTests: [], flakyTests: ['a.db.test.ts > joins: timed out'] });
  });

  test('behavior: a file that could not be loaded is a failure', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(countTests('vitest', report)).toMatchObject({ passed: 0, failed: 1, failedTests: ['a.test.ts'] });
  });
});

describe('countTests of forge', () => {
  test('default: counts the tests of every contract', () => {
    const report = {
      'test/Vault.t.sol:VaultTest': {
        duration: '1ms',
        test_results: { 'test_pays()': { status: 'Success' }, 'test_refuses()': { status: 'Failure' } },
      },
      'test/FMC.t.sol:FMCTest': {
        test_results: { 'test_mints()': { status: 'Success' }, 'test_later()': { status: 'Skipped' } },
      },
    };
    expect(countTests('forge', report)).toEqual({
      passed: 2,
      failed: 1,
      failedTests: ['test/Vault.t.sol:VaultTest test_refuses()'],
      flakyTests: [],
    });
  });
});

describe('countTests of Playwright', () => {
  const spec = (title: string, ...statuses: string[]) => ({
    title,
    file: 'join.spec.ts',
    line: 3,
    tests: statuses.map((status) => ({
      status,
      results:
        status === 'expected'
          ? [{ errors: [] }]
          : [
              { errors: [{ message: '\u001b[31mtimed out\u001b[39m\nat line 7', location: { line: 7 } }] },
              { errors: [] },
            ],
    })),
  });

  test('default: counts tests of nested suites, names what failed; a flaky one passed', () => {
    const inner = { title: 'inner', specs: [spec('pays', 'flaky'), spec('waits', 'skipped')] };
    const report = { suites: [{ specs: [spec('joins', 'expected'), spec('fails', 'unexpected')], suites: [inner] }] };
    expect(countTests('playwright', report)).toEqual({
      passed: 2,
      failed: 1,
      failedTests: ['join.spec.ts:3 > fails: line 7: timed out'],
      flakyTests: ['join.spec.ts:3 > pays: line 7: timed out'],
    });
  });
});

test.each(['vitest', 'forge', 'playwright'] as const)('a report that is not one of %s throws', (runner) => {
  expect(() => countTests(runner, { suites: 1, testResults: 1 })).toThrow();
});
