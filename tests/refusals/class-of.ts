import {
  accountSignatureInput,
  addressInput,
  amountInput,
  ascendingTimes,
  currency,
  hash,
  id,
  linkInput,
  pageRequest,
  requestId,
  signatureInput,
  timeInput,
  timeInQuery,
  wholeNumber,
} from '@city-mint/api-contract/wire';
import { z } from 'zod';
import { TEST_DOMAIN, TEST_URI } from '../setup/start-test-api.ts';
import {
  ADDRESS_TEXT,
  AMOUNT,
  all,
  type BadValue,
  BYTES_32,
  CURSOR,
  HOSTILE_TEXTS,
  KEY_SIGNATURE,
  LINK,
  PAGE_LIMIT,
  ROW_ID,
  SIGNATURE,
  TIME,
  UNSTORABLE,
  UUID,
  type ValueClass,
  WHOLE_NUMBER,
  wrongTypes,
} from './bad-values.ts';

/** Bounds of spans. */
const TIMES: ValueClass = {
  good: [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)],
  bad: [
    ...all(['wrong-type'], [1, true, null, 'x', { 0: Date.UTC(2026, 0, 1), length: 1 }, {}]),
    ...all(['date-range'], [[], [Date.UTC(2026, 0, 1)], [Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 1)]]),
    ...all(['list-too-long'], [Array.from({ length: 401 }, (_time, day) => Date.UTC(2026, 0, 1 + day))]),
  ],
};

/** A time in the query of a call by GET, where everything is text. */
const TIME_TEXT: ValueClass = {
  good: String(Date.UTC(2026, 0, 1)),
  bad: all(['date-format'], ['', '1', '-1767225600000', '1.7e12', ' 1767225600000', '946684799999', '999999999999999']),
};

const BY_SCHEMA = new Map<unknown, ValueClass>([
  [amountInput, AMOUNT],
  [addressInput, ADDRESS_TEXT],
  [signatureInput, SIGNATURE],
  [accountSignatureInput, KEY_SIGNATURE],
  [id, ROW_ID],
  [requestId, UUID],
  [hash, BYTES_32],
  [linkInput, LINK],
  [timeInput, TIME],
  [innermost(timeInQuery), TIME_TEXT],
  [wholeNumber, WHOLE_NUMBER],
  [innermost(pageRequest.limit), PAGE_LIMIT],
  [innermost(pageRequest.cursor), CURSOR],
  [currency, choice(currency)],
]);

/** A good value of texts without a format. */
const ANY_TEXT = 'Nowhere';

/** Good values of texts with a format, by field. */
const GOOD_TEXTS: Record<string, string> = {
  domain: TEST_DOMAIN,
  uri: TEST_URI,
  nonce: '0'.repeat(32),
  signInNonce: '0'.repeat(100),
  previewToken: '0'.repeat(64),
  stopToken: '0'.repeat(64),
  email: 'anna@mint.example',
  device: '0'.repeat(64),
  confirmToken: '0'.repeat(64),
  pushUrl: 'https://fcm.googleapis.com/fcm/send/abc',
  p256dh: 'B'.repeat(87),
  auth: 'a'.repeat(22),
  hash: `0x${'0'.repeat(64)}`,
  payment: `1: 0.5 JU of 0x${'0'.repeat(40)}`,
  eventId: 'd-1',
  uid: '123456',
  reason: 'because it is tested',
  haltReason: 'nodes-disagree: two hashes',
  integrityError: 'changed, entry 1, transfer 2',
  key: 'home.title',
  entryKey: 'how-to',
  text: 'Hello',
  question: 'Why?',
  answer: 'Because it is tested.',
  label: 'Our page',
  region: 'ZZ',
  prefix: '0xAb',
  rowOrHash: '123456',
  lang: 'zh',
  area: 'home',
};

/** Fields whose texts or list entries may also have the format of another field. */
const ALSO: Record<string, string> = {
  key: 'entryKey',
  keys: 'entryKey',
  nonce: 'signInNonce',
  token: 'previewToken',
  languages: 'lang',
  payments: 'payment',
  roundIds: 'uid',
  titles: 'text',
  texts: 'text',
  text: 'rowOrHash',
};

/** Returns the class of a field; throws for an unknown schema, so that a new kind of field gets its bad values here. */
export function classOf(name: string, schema: unknown): ValueClass {
  const inner = innermost(schema);
  const known = BY_SCHEMA.get(inner);
  if (known !== undefined) return known;
  if (inner instanceof z.ZodEnum) return choice(inner);
  if (inner instanceof z.ZodString) return text(name, inner);
  if (inner instanceof z.ZodBoolean) {
    return { good: true, bad: all(['wrong-type'], ['true', 'false', 0, 1, null, '', [], {}]) };
  }
  if (inner instanceof z.ZodArray) return list(name, inner);
  if (inner instanceof z.ZodNumber) {
    return {
      good: inner.safeParse(1).success ? 1 : inner.minValue,
      bad: all(['wrong-type', 'value-not-allowed'], ['1', '', null, true, [], [1], {}, 1e300, -1e300]),
    };
  }
  // Fields by name, whose values are those of another call.
  if (inner instanceof z.ZodRecord) return { good: {}, bad: all(['wrong-type'], ['{}', 1, true, null, [], [{}]]) };
  if (inner instanceof z.ZodObject) return object(inner);
  throw new Error(`tests/refusals/class-of.ts knows no bad values for the field ${name}`);
}

/** The class of an object: the bad values of each of its fields, beside good ones of the others. */
function object(schema: z.ZodObject): ValueClass {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({ name, ...classOf(name, field) }));
  const good = Object.fromEntries(fields.map((field) => [field.name, field.good]));
  const badOf = (bad: { readonly name: string } & BadValue): BadValue => ({
    value: { ...good, [bad.name]: bad.value },
    errors: bad.errors,
    at: bad.at === undefined ? bad.name : `${bad.name}.${bad.at}`,
  });
  return {
    good,
    bad: [
      ...all(['wrong-type'], ['{}', 1, true, null, [], [good]]),
      ...fields.map(({ name }) => ({ value: { ...good, [name]: undefined }, errors: ['field-missing'], at: name })),
      { value: { ...good, another: 1 }, errors: ['unknown-field'], at: 'another' },
      ...fields.flatMap(({ name, bad }) => bad.map((value) => badOf({ name, ...value }))),
    ],
  };
}

/** Returns the schema inside optional, nullable and default. */
export function innermost(schema: unknown): unknown {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    inner = inner.def.innerType;
  }
  return inner;
}

function choice(schema: z.ZodEnum): ValueClass {
  const [good] = schema.options;
  const values = ['', 1, null, true, [good], {}, String(good).toUpperCase() + String(good).toLowerCase(), ` ${good}`];
  return { good, bad: [...all(['value-not-allowed'], [...values, ...HOSTILE_TEXTS, '__proto__']), ...UNSTORABLE] };
}

/** The class of a list; its entries are tested with its call. */
function list(name: string, schema: z.ZodArray): ValueClass {
  if (schema === ascendingTimes) return TIMES;
  const entry = GOOD_TEXTS[ALSO[name] ?? ''];
  if (entry === undefined || !schema.safeParse([entry]).success) {
    throw new Error(`tests/refusals/class-of.ts knows no good entry for the list ${name}`);
  }
  return {
    good: [entry],
    bad: [
      ...all(['wrong-type'], [1, true, null, 'x', { 0: entry, length: 1 }, {}]),
      ...all(['list-too-long'], [Array(1_001).fill(entry)]),
    ],
  };
}

function text(name: string, schema: z.ZodString): ValueClass {
  const texts = [GOOD_TEXTS[name], GOOD_TEXTS[ALSO[name] ?? ''], ANY_TEXT];
  const good = texts.find((candidate) => schema.safeParse(candidate).success);
  if (good === undefined) {
    throw new Error(`tests/refusals/class-of.ts knows no good text for the field ${name}`);
  }
  const formats = [
    'text-format',
    'hash-format',
    'id-format',
    'uid-format',
    'address-format',
    'email-format',
    'text-too-long',
  ];
  const isFree = schema.safeParse('<b>').success;
  // An ordinary name for fields that accept names.
  const hostile = HOSTILE_TEXTS.filter((text) => text !== 'constructor' || !schema.safeParse(text).success);
  return {
    good,
    bad: [
      ...wrongTypes(),
      ...all(formats, ['', 'x'.repeat(10_000)]),
      ...(isFree ? [] : all(formats, hostile)),
      ...UNSTORABLE,
    ],
  };
}
