import { relative } from 'node:path';
import type { Reporter, TestCase } from 'vitest/node';

/** Names each test that passed only when it was tried again, as a note that the whole run passes on: it is to be mended. */
export class FlakyReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    console.log(`note: tried twice: ${relative('.', test.module.moduleId)} > ${test.fullName}`);
  }
}
