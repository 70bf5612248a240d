import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askWallet } from './ask-wallet.ts';
import { useWalletWait } from './wallet-wait.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  useWalletWait.getState().wait?.cancel();
  vi.useRealTimers();
});

const never = () => new Promise<string>(() => undefined);

test('default: returns the answer and stops waiting', async () => {
  const asked = askWallet({ request: async () => 'signature', text: 'sign', repeatable: true });
  expect(useWalletWait.getState().wait).toMatchObject({ text: 'sign', slow: false });
  expect(await asked).toEqual({ ok: true, value: 'signature' });
  expect(useWalletWait.getState().wait).toBeNull();
});

test('behavior: classifies an error', async () => {
  const request = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
  expect(await askWallet({ request, text: 'sign', repeatable: true })).toEqual({ ok: false, failure: 'cancelled' });
});

test('behavior: can be cancelled after twenty silent seconds, and ignores a late answer', async () => {
  let answer = (_value: string): void => {};
  const request = () => new Promise<string>((resolve) => (answer = resolve));
  const asked = askWallet({ request, text: 'sign', repeatable: true });
  vi.advanceTimersByTime(19_999);
  expect(useWalletWait.getState().wait?.slow).toBe(false);
  vi.advanceTimersByTime(1);
  expect(useWalletWait.getState().wait?.slow).toBe(true);
  useWalletWait.getState().wait?.cancel();
  answer('late');
  expect(await asked).toEqual({ ok: false, failure: 'cancelled' });
  expect(useWalletWait.getState().wait).toBeNull();
});

test('behavior: a repeated request waits for a pending first one', async () => {
  let answer = (_value: string): void => {};
  const request = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    .mockImplementationOnce(() => Promise.reject(Object.assign(new Error('pending'), { code: -32002 })));
  const asked = askWallet({ request, text: 'sign', repeatable: true });
  vi.advanceTimersByTime(20_000);
  useWalletWait.getState().wait?.again?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(useWalletWait.getState().wait?.slow).toBe(true);
  answer('signature');
  expect(await asked).toEqual({ ok: true, value: 'signature' });
  expect(request).toHaveBeenCalledTimes(2);
});

test('behavior: does not repeat a transaction request', () => {
  void askWallet({ request: never, text: 'send', repeatable: false });
  vi.advanceTimersByTime(20_000);
  expect(useWalletWait.getState().wait).toMatchObject({ slow: true, again: null });
});

test('behavior: an abandoned transaction can still be sent', async () => {
  const asked = askWallet({ request: never, text: 'send', repeatable: false });
  useWalletWait.getState().wait?.cancel();
  expect(await asked).toEqual({ ok: false, failure: 'abandoned' });
});

test('behavior: a new request cancels the old one', async () => {
  const first = askWallet({ request: never, text: 'one', repeatable: true });
  void askWallet({ request: never, text: 'two', repeatable: true });
  expect(await first).toEqual({ ok: false, failure: 'cancelled' });
  expect(useWalletWait.getState().wait?.text).toBe('two');
});

test('behavior: shows the preparation first, then the request to the user', async () => {
  let ask = (): void => {};
  let answer = (_value: string): void => {};
  const request = (asked: () => void) =>
    new Promise<string>((resolve) => {
      ask = asked;
      answer = resolve;
    });
  const outcome = askWallet({ request, text: 'confirm', preparing: 'preparing', repeatable: false });
  expect(useWalletWait.getState().wait).toMatchObject({ text: 'preparing', isAsked: false });
  vi.advanceTimersByTime(15_000);
  ask();
  expect(useWalletWait.getState().wait).toMatchObject({ text: 'confirm', isAsked: true });
  // The wallet gets twenty seconds from when it is asked.
  vi.advanceTimersByTime(15_000);
  expect(useWalletWait.getState().wait?.slow).toBe(false);
  answer('0x1');
  expect(await outcome).toEqual({ ok: true, value: '0x1' });
});

test.each([
  ['given up', undefined, 'cancelled'],
  ['another account is chosen', 'account-changed', 'account-changed'],
] as const)('behavior: once it is prepared, the wallet is not asked any more after %s', async (_how, why, failure) => {
  let ask = (): void => {};
  const request = (asked: () => void) =>
    new Promise<string>(() => {
      ask = asked;
    });
  const outcome = askWallet({ request, text: 'confirm', preparing: 'preparing', repeatable: false });
  useWalletWait.getState().wait?.cancel(why);
  expect(await outcome).toEqual({ ok: false, failure });
  expect(() => ask()).toThrow();
  expect(useWalletWait.getState().wait).toBeNull();
});
