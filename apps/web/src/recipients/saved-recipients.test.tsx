import { beforeEach, describe, expect, test } from 'vitest';
import { recordServerTime } from '#platform/server-clock.ts';
import {
  cleanName,
  forgetOtherRecipients,
  forgetRecipient,
  rememberRecipient,
  renameRecipient,
  savedRecipients,
} from './saved-recipients.ts';

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const addressOf = (digit: string) => `0x${digit.repeat(40)}`;
const SHOP = addressOf('a');

/** Stores a text under the key of a recipient of Alice. */
const store = (address: string, text: string) =>
  localStorage.setItem(`fmc.recipient.${ALICE}.${address}`.toLowerCase(), text);

beforeEach(() => {
  localStorage.clear();
  recordServerTime(1_000, 0);
});

/** The only saved recipient. */
function onlyOne() {
  const [recipient, ...others] = savedRecipients.read();
  if (recipient === undefined || others.length > 0) throw new Error('not one recipient');
  return recipient;
}

describe('a saved recipient', () => {
  test('default: has no name at first, and the time of its last use', () => {
    rememberRecipient({ account: ALICE, address: SHOP });
    expect(onlyOne()).toEqual({ account: ALICE, address: SHOP, name: '', lastUsedAt: expect.any(Number) });
    expect(Number.isInteger(onlyOne().lastUsedAt)).toBe(true);
  });

  test('behavior: keeps its name when it is used again, however the address is written', () => {
    rememberRecipient({ account: ALICE, address: SHOP });
    renameRecipient(onlyOne(), 'Shop');
    recordServerTime(9_000, 0);
    rememberRecipient({ account: ALICE.toLowerCase(), address: SHOP.toUpperCase().replace('0X', '0x') });
    expect(onlyOne().name).toBe('Shop');
    expect(onlyOne().lastUsedAt).toBeGreaterThanOrEqual(9_000);
  });

  test('behavior: is not saved again by a name that arrives after its removal', () => {
    rememberRecipient({ account: ALICE, address: SHOP });
    const recipient = onlyOne();
    forgetRecipient(recipient);
    renameRecipient(recipient, 'Shop');
    expect(savedRecipients.read()).toEqual([]);
  });

  test('behavior: the least recently used of more than fifty is dropped', () => {
    for (let index = 0; index < 51; index += 1) {
      recordServerTime(1_000_000 * (index + 1), 0);
      rememberRecipient({ account: ALICE, address: `0x${String(index).padStart(40, '0')}` });
    }
    const addresses = savedRecipients.read().map(({ address }) => address);
    expect(addresses).toHaveLength(50);
    expect(addresses[0]).toMatch(/050$/);
    expect(addresses.at(-1)).toMatch(/001$/);
  });
});

describe('the recipients of others', () => {
  test('are removed when an account signs in, and all of them when one signs out', () => {
    rememberRecipient({ account: ALICE, address: SHOP });
    rememberRecipient({ account: BOB, address: SHOP });
    store(addressOf('b'), 'not JSON');
    forgetOtherRecipients(BOB);
    expect(onlyOne().account).toBe(BOB);
    forgetOtherRecipients(null);
    expect(localStorage).toHaveLength(0);
    expect(savedRecipients.useStore.getState().entries).toEqual([]);
  });
});

describe('a name', () => {
  test.each([
    ['white space and line breaks', '  My\n  exchange ', 'My exchange'],
    ['a change of direction', 'a\u202Eb\u2066c', 'abc'],
    ['invisible letters', '\u200BBob\uFEFF\u3164', 'Bob'],
    ['hidden characters between spaces', 'Bob \u200E Smith', 'Bob Smith'],
    ['hidden characters before a mark', 'e\u200B\u0301', 'é'],
    ['more than forty letters', '字'.repeat(41), '字'.repeat(40)],
    ['letters outside of the first plane', '🪙'.repeat(41), '🪙'.repeat(40)],
  ])('is without %s', (_name, text, cleaned) => {
    expect(cleanName(text)).toBe(cleaned);
    expect(cleanName(cleaned)).toBe(cleaned);
  });

  test('keeps the joiners of Hindi', () => {
    expect(cleanName('क्\u200Dष')).toBe('क्\u200Dष');
  });
});

test('an address in capitals is remembered', () => {
  rememberRecipient({ account: ALICE, address: `0X${'A'.repeat(40)}` });
  expect(savedRecipients.read().map(({ address }) => address)).toEqual([`0x${'A'.repeat(40)}`]);
});

describe('what others have stored', () => {
  const good = { account: ALICE, address: SHOP, name: 'Shop', lastUsedAt: 5 };

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[1]'],
    ['a number', '7'],
    ['no address', JSON.stringify({ ...good, address: 'javascript:alert(1)' })],
    ['another address than that of its key', JSON.stringify({ ...good, address: addressOf('c') })],
    ['another account than that of its key', JSON.stringify({ ...good, account: BOB })],
    ['a name that is no text', JSON.stringify({ ...good, name: { toString: 'x' } })],
    ['a name that is too long', JSON.stringify({ ...good, name: 'x'.repeat(41) })],
    ['a name that changes the direction', JSON.stringify({ ...good, name: 'a\u202Eb' })],
    ['no time', JSON.stringify({ ...good, lastUsedAt: 'yesterday' })],
    ['a time that no date has', JSON.stringify({ ...good, lastUsedAt: 8.7e15 })],
  ])('is ignored: %s', (_name, text) => {
    store(SHOP, text);
    expect(savedRecipients.read()).toEqual([]);
  });

  test('broken twin: the same without a fault is read', () => {
    store(SHOP, JSON.stringify(good));
    expect(onlyOne()).toEqual(good);
  });
});
