import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showToast, useToastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const text = () => useToastStore.getState().toast?.text;

test('default: shows a toast for two seconds', () => {
  showToast('saved', 'success');
  vi.advanceTimersByTime(1_999);
  expect(useToastStore.getState().toast).toMatchObject({ text: 'saved', kind: 'success' });
  vi.advanceTimersByTime(1);
  expect(text()).toBeUndefined();
});

test('behavior: the next toast replaces it and is shown for two seconds', () => {
  showToast('first');
  const { id } = useToastStore.getState().toast ?? { id: 0 };
  vi.advanceTimersByTime(1_500);
  showToast('first');
  expect(useToastStore.getState().toast?.id).not.toBe(id);
  vi.advanceTimersByTime(1_500);
  expect(text()).toBe('first');
  vi.advanceTimersByTime(500);
  expect(text()).toBeUndefined();
});
