import { beforeEach, expect, test } from 'vitest';
import { recordAnswer, recordNoAnswer, useConnectionStore } from './connection-store.ts';

beforeEach(() => recordAnswer());

test('default: a reply sets the time up to which the data are current', () => {
  const before = Date.now();
  recordAnswer();
  expect(useConnectionStore.getState().isDown).toBe(false);
  expect(useConnectionStore.getState().lastAnswerAt).toBeGreaterThanOrEqual(before);
});

test('behavior: is down after two calls in a row without a reply, until the next reply', () => {
  recordNoAnswer();
  expect(useConnectionStore.getState().isDown).toBe(false);
  recordNoAnswer();
  expect(useConnectionStore.getState().isDown).toBe(true);
  recordAnswer();
  recordNoAnswer();
  expect(useConnectionStore.getState().isDown).toBe(false);
});
