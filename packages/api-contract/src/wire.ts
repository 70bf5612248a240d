import { LANGUAGES } from '@city-mint/domain/languages';
import { parseAmount } from '@city-mint/domain/money/amount-text';
import { z } from 'zod';
import { expandSignature } from './key-signature.ts';
import { readAddress } from './read-address.ts';

/** Adds an issue that carries the `error` word and the limit of a refusal (see envelope.ts). */
function refuse(context: z.RefinementCtx, error: string, limit?: string): void {
  context.addIssue({ code: 'custom', message: error, params: { error, ...(limit === undefined ? {} : { limit }) } });
}

/**
 * An amount a caller sends: a decimal string in whole units, at most 18 decimals, no sign, no exponent; parsed to base
 * units.
 */
export const amountInput = z.string().transform((text, context) => {
  const parsed = parseAmount(text);
  if (parsed.ok) return parsed.amount;
  refuse(
    context,
    parsed.error,
    parsed.error === 'amount-too-precise' ? '18' : parsed.error === 'amount-too-large' ? '78' : undefined,
  );
  return z.NEVER;
});

/** An amount in a reply: a decimal string in whole units, exact. */
export const amount = z
  .string()
  .regex(/^(0|[1-9]\d*)(\.\d{1,18})?$/)
  .meta({ description: 'decimal string in whole units' });

/** An amount that may be negative, in statements and net results. */
export const signedAmount = z.string().regex(/^-?(0|[1-9]\d*)(\.\d{1,18})?$/);

/** An address a caller sends, as `readAddress` reads it; parsed to its EIP-55 form. */
export const addressInput = z.string().transform((text, context) => {
  const read = readAddress(text);
  if ('address' in read) return read.address;
  refuse(context, read.problem);
  return z.NEVER;
});

/** An EIP-55 address in a reply. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

/** A 32-byte hash, in replies and as a round's `termsHash`. */
export const hash = z.string().regex(/^0x[0-9a-f]{64}$/, { error: 'hash-format' });

/**
 * A signature of a participant's wallet: 64 or 65 bytes of a key, or up to 8 KiB of a contract wallet (EIP-1271,
 * EIP-6492). The empty signature is that of a contract wallet that approved the text on the chain.
 */
export const signatureInput = z.string().regex(/^0x([0-9a-fA-F]{2}){0,8192}$/, { error: 'signature-format' });

/** A signature of a key: 65 bytes, or 64 (EIP-2098), which are parsed to the 65. */
export const accountSignatureInput = z
  .string()
  .regex(/^0x[0-9a-fA-F]{128}([0-9a-fA-F]{2})?$/, { error: 'signature-format' })
  .transform(expandSignature);

/** The nonce of a sign-in text: 100 hex digits, authenticated by the server. */
export const signInNonceInput = z.string().regex(/^[0-9a-f]{100}$/, 'text-format');

/** The nonce of another text that the server composed for signing. */
export const nonceInput = z.string().regex(/^[0-9a-f]{32}$/, 'text-format');

const LINK_SCHEMES = 'https:, mailto:';

/** A link that pages will offer: https without a name or password in it, or mailto to one plain address. */
export const linkInput = z
  .string()
  .max(300, 'text-too-long')
  .superRefine((text, context) => {
    if (!isWebLink(text) && !/^mailto:[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(text)) {
      refuse(context, 'link-format', LINK_SCHEMES);
    }
  });

/**
 * Only characters that RFC 3986 allows, so that nothing is hidden in it; a host that is not ASCII is written in
 * Punycode.
 */
function isWebLink(text: string): boolean {
  if (!/^https:\/\/[A-Za-z0-9][\w.~:/?#@!$&'()*+,;=%-]*$/.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

const GREATEST_ID = '9223372036854775807';

/** A row's id: a decimal string up to 2^63 - 1, the greatest that the database stores. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,18}$/, { error: 'id-format' })
  .refine((text) => text.length < GREATEST_ID.length || text <= GREATEST_ID, { error: 'id-format' });

/** The caller's own id of a request that moves money; made before the first try and repeated with each. */
export const requestId = z.uuid({ error: 'request-id-format' }).transform((text) => text.toLowerCase());

/** An account at the external exchange: 6 to 12 ASCII digits. */
export const exchangeUid = z.string().regex(/^[0-9]{6,12}$/, { error: 'uid-format' });

/** Parts of the system that the operator can pause separately. */
export const systemPart = z.enum(['recharge', 'joins', 'settlement', 'withdrawals', 'swap']);

/** A country by ISO 3166-1 alpha-2. */
export const country = z.string().regex(/^[A-Z]{2}$/, 'text-format');

/** A country, or `default`: every one without a specific rule. */
export const regionName = z.string().regex(/^([A-Z]{2}|default)$/, 'text-format');

/** UTC milliseconds. */
export const time = z.int().nonnegative();

/** A time a caller sends, between the years 2000 and 9999; a value in seconds is refused rather than misread. */
export const timeInput = z
  .int({ error: 'date-format' })
  .min(946_684_800_000, 'date-format')
  .max(253_402_300_799_999, 'date-format');

/** The same in the query of a call by GET, where everything is text. */
export const timeInQuery = z
  .string({ error: 'date-format' })
  .regex(/^[0-9]{12,15}$/, 'date-format')
  .transform(Number)
  .pipe(timeInput);

/** Most bounds of spans in one request: a year of days and its end, and some. */
const MOST_BOUNDS = 400;

/** Bounds of consecutive spans: 2 to 400 times, each after the one before it. */
export const ascendingTimes = z
  .array(timeInput)
  .max(MOST_BOUNDS, 'list-too-long')
  .superRefine((times, context) => {
    const at = times.findIndex((time, index) => time <= (times[index - 1] ?? 0));
    if (times.length < 2 || at >= 0) context.addIssue({ code: 'custom', message: 'date-range' });
  });

/** Basis points, 1/10,000. */
export const bps = z.int().min(0).max(10_000);

/** A whole number from 0 to `most`, which a refusal names. */
const wholeUpTo = (most: number) =>
  z.int({ error: 'wrong-type' }).superRefine((value, context) => {
    if (value < 0 || value > most) refuse(context, 'value-not-allowed', `0–${most}`);
  });

/** A count that a caller sends: a whole number from 0 to 1,000,000. */
export const wholeNumber = wholeUpTo(1_000_000);

/** A span of time that a caller sends, in milliseconds: up to ten years. */
export const durationInput = wholeUpTo(315_360_000_000);

/** Fields of a request for one page of a list: newest first, keyset, `limit` 1 to 100. */
export const pageRequest = {
  cursor: z
    .string()
    .max(200, 'cursor-format')
    .regex(/^[A-Za-z0-9_-]+$/, 'cursor-format')
    .nullish(),
  limit: z.int({ error: 'page-range' }).min(1, 'page-range').max(100, 'page-range').default(20),
};

/** One page of a list; `nextCursor` null = no more data. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** Both ends of a time range are given or none, and the end is after the start. */
export function checkRange(
  range: { from?: number | undefined; to?: number | undefined },
  context: z.RefinementCtx,
): void {
  if ((range.from === undefined) !== (range.to === undefined)) {
    context.addIssue({ code: 'custom', path: [range.from === undefined ? 'from' : 'to'], message: 'field-missing' });
  } else if (range.from !== undefined && range.to !== undefined && range.to <= range.from) {
    context.addIssue({ code: 'custom', path: ['to'], message: 'date-range' });
  }
}

export const currency = z.enum(['JU', 'FMC']);

/** A language of the product. */
export const language = z.enum(LANGUAGES);
