import { afterEach, describe, expect, test } from 'vitest';
import { browserStorage } from '#platform/browser-storage.ts';
import {
  acknowledgeSent,
  forgetAcknowledged,
  forgetSent,
  parseSentTransactions,
  rememberSent,
  type SentTransaction,
  useSentTransactions,
} from './sent-transactions.ts';

const HASH = `0x${'ab'.repeat(32)}` as const;
const OTHER_HASH = `0x${'cd'.repeat(32)}` as const;
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

function sentTransaction(hash: `0x${string}`): SentTransaction {
  return { hash, address: ALICE, currency: 'JU', amount: '5', sentAt: 1, withdrawalId: null, acknowledged: false };
}

const hashes = () => useSentTransactions.getState().sent.map(({ hash }) => hash);

afterEach(() => {
  for (const hash of hashes()) forgetSent(hash);
});

describe('parseSentTransactions', () => {
  test('takes what is exactly one and leaves out the rest', () => {
    const persisted = [sentTransaction(HASH), { ...sentTransaction(OTHER_HASH), withdrawalId: '12' }];
    expect(parseSentTransactions(JSON.stringify(persisted))).toEqual(persisted);
    const bad = [
      { ...sentTransaction(HASH), hash: '0x' },
      { ...sentTransaction(HASH), amount: '-1' },
      { ...sentTransaction(HASH), acknowledged: 1 },
      1,
    ];
    expect(parseSentTransactions(JSON.stringify(bad))).toEqual([]);
  });

  test.each([null, '', '{', '{}', 'null'])('%j is nothing', (text) => {
    expect(parseSentTransactions(text)).toEqual([]);
  });
});

describe('the store', () => {
  test('default: what is remembered is persisted until it is forgotten', () => {
    rememberSent(sentTransaction(HASH));
    rememberSent(sentTransaction(OTHER_HASH));
    expect(parseSentTransactions(browserStorage.getItem('fmc.sent')).map(({ hash }) => hash)).toEqual([
      HASH,
      OTHER_HASH,
    ]);
    forgetSent(HASH);
    expect(hashes()).toEqual([OTHER_HASH]);
    forgetSent(OTHER_HASH);
    expect(browserStorage.getItem('fmc.sent')).toBeNull();
  });

  test('behavior: a transaction is acknowledged once, and an unknown one never', () => {
    rememberSent(sentTransaction(HASH));
    expect(acknowledgeSent(OTHER_HASH)).toBe(false);
    expect(acknowledgeSent(HASH)).toBe(true);
    expect(acknowledgeSent(HASH)).toBe(false);
  });

  test('behavior: only acknowledged transactions are cleared', () => {
    rememberSent(sentTransaction(HASH));
    rememberSent(sentTransaction(OTHER_HASH));
    acknowledgeSent(HASH);
    forgetAcknowledged();
    expect(hashes()).toEqual([OTHER_HASH]);
  });

  test('behavior: the oldest of more than fifty are dropped', () => {
    for (let index = 0; index < 52; index += 1) {
      rememberSent(sentTransaction(`0x${index.toString(16).padStart(64, '0')}`));
    }
    expect(hashes()).toHaveLength(50);
    expect(hashes()[0]).toBe(`0x${'2'.padStart(64, '0')}`);
  });
});
