import { expect, test } from 'vitest';
import { askToConfirm, useConfirmStore } from './confirm-store.ts';

const question = { title: 't', text: 'x', confirmLabel: 'ok' };

test.each([true, false])('default: resolves with the answer %s, and closes', async (confirmed) => {
  const answer = askToConfirm(question);
  useConfirmStore.getState().asked?.answer(confirmed);
  expect(await answer).toBe(confirmed);
  expect(useConfirmStore.getState().asked).toBeNull();
});

test('behavior: a second question answers the first with no', async () => {
  const first = askToConfirm(question);
  const second = askToConfirm({ ...question, title: 'second' });
  expect(await first).toBe(false);
  expect(useConfirmStore.getState().asked?.title).toBe('second');
  useConfirmStore.getState().asked?.answer(true);
  expect(await second).toBe(true);
});
