import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { createPersistedEntries } from '#platform/persisted-entries.ts';
import { isSameAddress } from '#platform/same-address.ts';
import { serverNow } from '#platform/server-clock.ts';

/** An address to which an account has requested a withdrawal on this device. */
export type SavedRecipient = {
  /** The account that requested it. */
  readonly account: string;
  readonly address: string;
  /** Chosen by the user; empty until then. */
  readonly name: string;
  /** The time of the last request, in UTC milliseconds. */
  readonly lastUsedAt: number;
};

/** Most characters of a name. */
export const MOST_NAME_CHARACTERS = 40;
/** More than one account uses; the ones that were not used for longest are dropped. */
const MOST_RECIPIENTS = 50;
const PREFIX = 'fmc.recipient.';
/** Characters that are invisible or change the direction of text; Hindi needs two joiners. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/** The address book of each account, the last used address first. docs/page.md#forms-money-and-time */
export const savedRecipients = createPersistedEntries<SavedRecipient>({
  prefix: PREFIX,
  storage: browserStorage,
  idOf: ({ account, address }) => `${account}.${address}`.toLowerCase(),
  isEntry: isSavedRecipient,
  compare: (one, other) => other.lastUsedAt - one.lastUsedAt,
});

/** Remembers the recipient of a request, whose name stays. */
export function rememberRecipient({ account, address: typed }: Pick<SavedRecipient, 'account' | 'address'>): void {
  // An address may be typed in capitals.
  const address = typed.replace(/^0X/, '0x');
  const name = recipientsOf(account).find((one) => isSameAddress(one.address, address))?.name ?? '';
  savedRecipients.put({ account, address, name, lastUsedAt: Math.round(serverNow()) });
  for (const oldest of recipientsOf(account).slice(MOST_RECIPIENTS)) forgetRecipient(oldest);
}

/** Names a recipient, if it has not been removed meanwhile. */
export function renameRecipient({ account, address }: SavedRecipient, name: string): void {
  const recipient = recipientsOf(account).find((one) => isSameAddress(one.address, address));
  if (recipient !== undefined) savedRecipients.put({ ...recipient, name: cleanName(name) });
}

/** Removes a recipient from the device. */
export function forgetRecipient({ account, address }: SavedRecipient): void {
  savedRecipients.remove(`${account}.${address}`.toLowerCase());
}

/**
 * Removes the recipients of all accounts but this one, since another person may use this device next; null leaves none.
 */
export function forgetOtherRecipients(account: string | null): void {
  const own = account === null ? null : `${PREFIX}${account}.`.toLowerCase();
  for (const key of browserStorage.keys(PREFIX)) {
    if (own === null || !key.startsWith(own)) savedRecipients.remove(key.slice(PREFIX.length));
  }
}

/** Returns a name on one line without hidden characters, cut to its limit. */
export function cleanName(text: string): string {
  // In this order a cleaned name stays itself: words that hidden characters separated have one space only then.
  const line = text.replace(/\s+/g, ' ').replace(HIDDEN, '').replace(/ +/g, ' ').normalize('NFC').trim();
  return [...line].slice(0, MOST_NAME_CHARACTERS).join('').trim();
}

function recipientsOf(account: string): readonly SavedRecipient[] {
  return savedRecipients.read().filter((entry) => isSameAddress(entry.account, account));
}

function isSavedRecipient(value: unknown): value is SavedRecipient {
  if (typeof value !== 'object' || value === null) return false;
  const read = (name: keyof SavedRecipient): unknown => Reflect.get(value, name);
  return isAddress(read('account')) && isAddress(read('address')) && isName(read('name')) && isTime(read('lastUsedAt'));
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value);
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value === cleanName(value);
}

/** The longest time that a date can have. */
const LAST_TIME = 8.64e15;

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LAST_TIME;
}
