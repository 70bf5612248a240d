import { beforeEach, expect, test } from 'vitest';
import { recordAnswer, recordNoAnswer, useConnectionStore } from './connection-store.ts';

beforeEach(() => recordAnswer());

test('default: an answer is the time up to which the data are current', () => {
  const before = Date.now();
  recordAnswer();
  expect(useConnectionStore.getState().isDown).toBe(false);
  expect(useConnectionStore.getState().lastAnswerAt).toBeGreaterThanOrEqual(before);
});

test('behavior: one call without an answer is chance, the second in a row is not; an answer ends it', () => {
  recordNoAnswer();
  expect(useConnectionStore.getState().isDown).toBe(false);
  recordNoAnswer();
  expect(useConnectionStore.getState().isDown).toBe(true);
  recordAnswer();
  recordNoAnswer();
  expect(useConnectionStore.getState().isDown).toBe(false);
});
