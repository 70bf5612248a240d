import { browserStorage, createBrowserStorage } from '@city-mint/client/browser-storage.ts';
import { afterEach, describe, expect, test } from 'vitest';
import {
  acknowledgeSent,
  forgetAcknowledged,
  forgetSent,
  openSentTransactions,
  rememberSent,
  type SentTransaction,
  sentTransactions,
} from './sent-transactions.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const;
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function sentTransaction(hash: `0x${string}`): SentTransaction {
  return { hash, address: ALICE, currency: 'JU', amount: '5', sentAt: 1, withdrawalId: null, acknowledged: false };
}

const hashes = () => sentTransactions.useStore.getState().entries.map(({ hash }) => hash);

afterEach(() => {
  for (const hash of hashes()) forgetSent(hash);
});

describe('openSentTransactions', () => {
  const entriesOf = (stored: Record<string, string>) => {
    const storage = createBrowserStorage(() => undefined);
    for (const [hash, text] of Object.entries(stored)) storage.setItem(`fmc.sent.${hash}`, text);
    return openSentTransactions(storage).read();
  };

  test('loads well-formed entries and drops the rest', () => {
    const paid = { ...sentTransaction(OTHER_HASH), sentAt: 2, withdrawalId: '12' };
    const persisted = [sentTransaction(HASH), paid];
    expect(entriesOf({ [OTHER_HASH]: JSON.stringify(paid), [HASH]: JSON.stringify(persisted[0]) })).toEqual(persisted);
    const bad = [
      { ...sentTransaction(HASH), amount: '-1' },
      { ...sentTransaction(HASH), acknowledged: 1 },
      sentTransaction(OTHER_HASH),
      1,
    ];
    for (const value of bad) expect(entriesOf({ [HASH]: JSON.stringify(value) })).toEqual([]);
    for (const text of ['', '{', '{}', 'null']) expect(entriesOf({ [HASH]: text })).toEqual([]);
  });

  test('behavior: an acknowledged transaction does not return after a reload', () => {
    const storage = createBrowserStorage(() => undefined);
    const known = { ...sentTransaction(HASH), acknowledged: true };
    storage.setItem(`fmc.sent.${HASH}`, JSON.stringify(known));
    expect(openSentTransactions(storage).useStore.getState().entries).toEqual([]);
  });
});

describe('the store', () => {
  test('default: keeps a remembered transaction until it is forgotten', () => {
    rememberSent(sentTransaction(HASH));
    rememberSent(sentTransaction(OTHER_HASH));
    expect(browserStorage.keys('fmc.sent.')).toEqual([`fmc.sent.${HASH}`, `fmc.sent.${OTHER_HASH}`]);
    forgetSent(HASH);
    expect(hashes()).toEqual([OTHER_HASH]);
    forgetSent(OTHER_HASH);
    expect(browserStorage.keys('fmc.sent.')).toEqual([]);
  });

  test('behavior: acknowledges a transaction once, and an unknown one never', () => {
    rememberSent(sentTransaction(HASH));
    expect(acknowledgeSent(OTHER_HASH)).toBe(false);
    expect(acknowledgeSent(HASH)).toBe(true);
    expect(acknowledgeSent(HASH)).toBe(false);
  });

  test('behavior: clears only acknowledged transactions', () => {
    rememberSent(sentTransaction(HASH));
    rememberSent(sentTransaction(OTHER_HASH));
    acknowledgeSent(HASH);
    forgetAcknowledged();
    expect(hashes()).toEqual([OTHER_HASH]);
  });

  test('behavior: drops the oldest of more than fifty', () => {
    for (let index = 0; index < 52; index += 1) {
      rememberSent(sentTransaction(`0x${index.toString(16).padStart(64, '0')}`));
    }
    expect(hashes()).toHaveLength(50);
    expect(hashes()[0]).toBe(`0x${'2'.padStart(64, '0')}`);
  });
});
