import { describe, expect, test } from 'vitest';
import { listNotes } from './list-notes.ts';

describe('listNotes', () => {
  test('default: what a step says of itself', () => {
    expect(listNotes('note: read 3 files\nok\nnote: tried twice: a.db.test.ts > b\n')).toEqual([
      'read 3 files',
      'tried twice: a.db.test.ts > b',
    ]);
  });

  test('behavior: Playwright’s flaky tests, in colour too, and nothing that comes after them', () => {
    const output =
      'Running 3 tests\n\n\u001b[33m  1 flaky\u001b[39m\n\u001b[33m    session.spec.ts:3:1 › signs in ───────\u001b[39m\n  2 passed (8.6s)\n';
    expect(listNotes(output)).toEqual(['tried twice: session.spec.ts:3:1 › signs in ───────']);
  });

  test('behavior: nothing to say', () => {
    expect(listNotes('  3 passed (2s)\n')).toEqual([]);
  });
});
