import { describe, expect, test } from 'vitest';
import { createAwaitedAnswers } from './awaited-answers.ts';

/** Rows of answers by their ids, and how often each was read. */
function createRows() {
  const answers = new Map<string, string>();
  const reads: string[] = [];
  const read = (id: string) => async () => {
    reads.push(id);
    return answers.get(id) ?? null;
  };
  return { answers, reads, read };
}

describe('awaited answers', () => {
  test('default: a notification wakes all callers that wait for its id, and no other', async () => {
    const { answers, reads, read } = createRows();
    const { wake, waitFor } = createAwaitedAnswers();
    const waitForOne = () => waitFor({ id: 'one', timeoutMs: 20_000, read: read('one') });
    const both = Promise.all([waitForOne(), waitForOne()]);
    const other = waitFor({ id: 'other', timeoutMs: 20_000, read: read('other') });
    answers.set('one', 'yes').set('other', 'no');
    wake('one');
    expect(await both).toEqual(['yes', 'yes']);
    expect(reads.filter((id) => id === 'other')).toHaveLength(1);
    wake();
    expect(await other).toBe('no');
  });

  test('behavior: reads an existing answer immediately, and keeps waiting after a wake without an answer', async () => {
    const { answers, read } = createRows();
    const { wake, waitFor } = createAwaitedAnswers();
    answers.set('early', 'yes');
    expect(await waitFor({ id: 'early', timeoutMs: 20_000, read: read('early') })).toBe('yes');
    const late = waitFor({ id: 'late', timeoutMs: 20_000, read: read('late') });
    wake('late');
    await new Promise(setImmediate);
    answers.set('late', 'now');
    wake('late');
    expect(await late).toBe('now');
  });

  test('behavior: reads at the timeout, in case a notification was lost; null without an answer', async () => {
    const { answers, read } = createRows();
    const { waitFor } = createAwaitedAnswers();
    const lost = waitFor({ id: 'lost', timeoutMs: 20, read: read('lost') });
    const none = waitFor({ id: 'none', timeoutMs: 20, read: read('none') });
    answers.set('lost', 'yes');
    expect(await lost).toBe('yes');
    expect(await none).toBeNull();
  });

  test('behavior: the caller gets an error of the reading', async () => {
    const { waitFor } = createAwaitedAnswers();
    const read = () => Promise.reject(new Error('the database is away'));
    await expect(waitFor({ id: 'any', timeoutMs: 20, read })).rejects.toThrow('the database is away');
  });
});
