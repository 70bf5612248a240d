import { ADDRESSES } from '@city-mint/tests/field/addresses';
import { CONTRACT_SIGNATURES, KEY_SIGNATURES } from '@city-mint/tests/field/signatures';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  accountSignatureInput,
  address,
  addressInput,
  amount,
  amountInput,
  bps,
  checkRange,
  country,
  durationInput,
  exchangeUid,
  hash,
  id,
  linkInput,
  nonceInput,
  pageOf,
  pageRequest,
  regionName,
  requestId,
  signatureInput,
  signedAmount,
  timeInput,
  wholeNumber,
} from './wire.ts';

/** The code and the limit of the first issue; undefined when the value is accepted. */
function refusalOf(schema: z.ZodType, value: unknown): { error: string; limit?: unknown } | undefined {
  const result = schema.safeParse(value);
  if (result.success) return undefined;
  const [issue] = result.error.issues;
  if (issue?.code !== 'custom') return { error: issue?.message ?? '' };
  return {
    error: issue.message,
    ...(issue.params?.['limit'] === undefined ? {} : { limit: issue.params['limit'] }),
  };
}

const LOWER = `0x${'ab'.repeat(20)}`;

describe('amountInput', () => {
  test.each([
    ['0', 0n],
    ['1', 10n ** 18n],
    ['12.5', 12_500_000_000_000_000_000n],
    ['0.000000000000000001', 1n],
    ['1.10', 1_100_000_000_000_000_000n],
  ])('default: %s is %s base units', (text, units) => {
    expect(amountInput.parse(text)).toBe(units);
  });

  test.each([
    ['', { error: 'amount-format' }],
    ['-1', { error: 'amount-format' }],
    ['+1', { error: 'amount-format' }],
    ['1e3', { error: 'amount-format' }],
    ['01', { error: 'amount-format' }],
    ['1.', { error: 'amount-format' }],
    ['.5', { error: 'amount-format' }],
    ['1,5', { error: 'amount-format' }],
    [' 1', { error: 'amount-format' }],
    ['１', { error: 'amount-format' }],
    ['0.0000000000000000001', { error: 'amount-too-precise', limit: '18' }],
    ['9'.repeat(79), { error: 'amount-too-large', limit: '78' }],
  ])('behavior: refuses %j with its code and limit', (text, refusal) => {
    expect(refusalOf(amountInput, text)).toEqual(refusal);
  });

  test('behavior: a number is not an amount, since it may have lost digits', () => {
    expect(amountInput.safeParse(12.5).success).toBe(false);
  });
});

describe('amounts in replies', () => {
  test.each(['0', '1', '10', '0.1', '123456789012345678901234567890.000000000000000001'])('default: %s', (text) => {
    expect(amount.safeParse(text).success).toBe(true);
    expect(signedAmount.safeParse(`-${text}`).success).toBe(true);
  });

  test.each(['00', '1.', '.1', '1e5', '', '-1', '0.1234567890123456789'])('behavior: %j is none', (text) => {
    expect(amount.safeParse(text).success).toBe(false);
  });
});

describe('addressInput', () => {
  test.each(ADDRESSES)('$seen, “$text”: $right', ({ text, right }) => {
    const refusal = refusalOf(addressInput, text);
    expect(refusal?.error ?? addressInput.parse(text)).toBe(right);
  });

  test.each([` ${LOWER}`, `${LOWER}\n`, `0x${'g'.repeat(40)}`])('behavior: refuses %j', (text) => {
    expect(refusalOf(addressInput, text)).toEqual({ error: 'address-format' });
  });

  test('behavior: replies carry any case, since the server writes them', () => {
    expect(address.safeParse(LOWER).success).toBe(true);
    expect(address.safeParse('0x').success).toBe(false);
  });
});

describe('hashes, signatures, nonces', () => {
  test.each([
    ['a hash', hash, `0x${'0f'.repeat(32)}`],
    ['a signature of 65 bytes', signatureInput, `0x${'Aa'.repeat(65)}`],
    ['a signature of 8 KiB', signatureInput, `0x${'00'.repeat(8192)}`],
    ['a nonce', nonceInput, '0123456789abcdef0123456789abcdef'],
  ])('default: %s', (_what, schema, text) => {
    expect(schema.parse(text)).toBe(text);
  });

  test.each([
    { what: 'a hash in upper case', schema: hash, text: `0x${'0F'.repeat(32)}`, error: 'hash-format' },
    { what: 'a hash of 31 bytes', schema: hash, text: `0x${'0f'.repeat(31)}`, error: 'hash-format' },
    {
      what: 'a signature above 8 KiB',
      schema: signatureInput,
      text: `0x${'aa'.repeat(8193)}`,
      error: 'signature-format',
    },
    { what: 'a nonce with a dash', schema: nonceInput, text: '0123456789abcdef-123456789abcdef', error: 'text-format' },
  ])('behavior: refuses $what', ({ schema, text, error }) => {
    expect(refusalOf(schema, text)).toEqual({ error });
  });

  test.each([...KEY_SIGNATURES])('$seen, $shape: $right', ({ signature, right }) => {
    const expected = right === 'malformed' ? { error: 'signature-format' } : undefined;
    expect(refusalOf(signatureInput, signature)).toEqual(expected);
  });

  test.each([...CONTRACT_SIGNATURES])('accepts that of a contract wallet: $seen, $shape', ({ signature }) => {
    expect(signatureInput.parse(signature)).toBe(signature);
  });

  test('a key’s signature of 64 bytes is parsed to its 65', () => {
    const [whole, compact] = [`0x${'12'.repeat(64)}1b`, `0x${'12'.repeat(64)}`];
    expect([compact, whole].map((text) => accountSignatureInput.parse(text))).toEqual([whole, whole]);
    expect(refusalOf(accountSignatureInput, '0x')).toEqual({ error: 'signature-format' });
  });
});

describe('linkInput', () => {
  test.each([
    'https://example.com',
    'https://xn--bcher-kva.example/path?q=1#part',
    'https://example.com:8443/a',
    'mailto:help+mint@example.co',
  ])('default: %s', (link) => {
    expect(linkInput.parse(link)).toBe(link);
  });

  test.each([
    ['http://example.com'],
    ['javascript:alert(1)'],
    ['https://user:secret@example.com'],
    ['https://user@example.com'],
    ['https://example.com/ space'],
    ['https://exаmple.com'],
    ['https://'],
    ['mailto:help@example.com?bcc=x@example.com'],
    ['mailto:help'],
    ['//example.com'],
  ])('behavior: refuses %s and names the schemes', (link) => {
    expect(refusalOf(linkInput, link)).toEqual({ error: 'link-format', limit: 'https:, mailto:' });
  });

  test('behavior: a link of more than 300 characters is too long', () => {
    expect(refusalOf(linkInput, `https://example.com/${'a'.repeat(300)}`)).toEqual({ error: 'text-too-long' });
  });
});

describe('ids', () => {
  test.each(['1', '42', '9223372036854775807'])('default: %s', (text) => {
    expect(id.parse(text)).toBe(text);
  });

  test.each(['0', '01', '-1', '1.0', '1e3', '', '9223372036854775808', '9999999999999999999', '12345678901234567890'])(
    'behavior: refuses %j',
    (text) => {
      expect(refusalOf(id, text)).toEqual({ error: 'id-format' });
    },
  );

  test('default: a request id is a UUID, the same in either case', () => {
    expect(requestId.parse('7F2C5A3E-9B1D-4C6F-8A2B-0123456789AB')).toBe('7f2c5a3e-9b1d-4c6f-8a2b-0123456789ab');
  });

  test.each(['', '7f2c5a3e9b1d4c6f8a2b0123456789ab', '00000000-0000-0000-0000-00000000000g'])(
    'behavior: %j is no request id',
    (text) => {
      expect(refusalOf(requestId, text)).toEqual({ error: 'request-id-format' });
    },
  );

  test.each([
    ['123456', true],
    ['123456789012', true],
    ['12345', false],
    ['1234567890123', false],
    ['12345a', false],
    ['１２３４５６', false],
  ])('behavior: exchange UID %s: %s', (text, isAccepted) => {
    expect(refusalOf(exchangeUid, text)).toEqual(isAccepted ? undefined : { error: 'uid-format' });
  });
});

describe('countries and regions', () => {
  test.each([
    ['CN', true, true],
    ['default', false, true],
    ['cn', false, false],
    ['CHN', false, false],
    ['', false, false],
  ])('%j: country %s, region %s', (text, isCountry, isRegion) => {
    expect(country.safeParse(text).success).toBe(isCountry);
    expect(regionName.safeParse(text).success).toBe(isRegion);
  });
});

describe('numbers', () => {
  test.each([
    ['bps', bps, 10_000],
    ['wholeNumber', wholeNumber, 1_000_000],
    ['durationInput', durationInput, 315_360_000_000],
  ])('behavior: %s goes from 0 to its limit', (_what, schema, highest) => {
    expect(schema.safeParse(0).success).toBe(true);
    expect(schema.safeParse(highest).success).toBe(true);
    expect(schema.safeParse(highest + 1).success).toBe(false);
    expect(schema.safeParse(-1).success).toBe(false);
    expect(schema.safeParse(0.5).success).toBe(false);
    expect(schema.safeParse('1').success).toBe(false);
  });

  test('behavior: a whole number out of bounds is refused with both bounds', () => {
    expect(refusalOf(wholeNumber, -1)).toEqual({ error: 'value-not-allowed', limit: '0–1000000' });
  });
});

describe('times', () => {
  test.each([946_684_800_000, 1_800_000_000_000, 253_402_300_799_999])('default: %d is a time', (value) => {
    expect(timeInput.parse(value)).toBe(value);
  });

  test.each([
    ['in seconds', 1_800_000_000],
    ['after the year 9999', 253_402_300_800_000],
    ['with a fraction', 1_800_000_000_000.5],
    ['as a text', '2026-01-01'],
  ])('behavior: refuses a time %s', (_what, value) => {
    expect(refusalOf(timeInput, value)).toEqual({ error: 'date-format' });
  });

  const range = z.object({ from: timeInput.optional(), to: timeInput.optional() }).superRefine(checkRange);
  const [early, late] = [1_700_000_000_000, 1_800_000_000_000];

  test.each([
    [{}, undefined],
    [{ from: early, to: late }, undefined],
    [{ from: early }, ['to', 'field-missing']],
    [{ to: late }, ['from', 'field-missing']],
    [{ from: late, to: early }, ['to', 'date-range']],
    [{ from: early, to: early }, ['to', 'date-range']],
  ])('behavior: the range %j is refused with %j', (value, refusal) => {
    const issue = range.safeParse(value).error?.issues[0];
    expect(issue && [issue.path[0], issue.message]).toEqual(refusal);
  });
});

describe('pages', () => {
  const request = z.strictObject(pageRequest);

  test('default: 20 entries from the newest on', () => {
    expect(request.parse({})).toEqual({ limit: 20 });
  });

  test.each([
    [{ limit: 1 }, undefined],
    [{ limit: 100, cursor: 'a_-Z9' }, undefined],
    [{ cursor: null }, undefined],
    [{ limit: 0 }, 'page-range'],
    [{ limit: 101 }, 'page-range'],
    [{ limit: 1.5 }, 'page-range'],
    [{ cursor: 'a b' }, 'cursor-format'],
    [{ cursor: '' }, 'cursor-format'],
    [{ cursor: 'a'.repeat(201) }, 'cursor-format'],
  ])('behavior: %j is refused with %s', (value, error) => {
    expect(request.safeParse(value).error?.issues[0]?.message).toBe(error);
  });

  test('default: a page has its items and the cursor of the next one', () => {
    const page = pageOf(z.object({ rank: z.int() }));
    expect(page.safeParse({ items: [{ rank: 1 }], nextCursor: null }).success).toBe(true);
    expect(page.safeParse({ items: [{ rank: '1' }], nextCursor: null }).success).toBe(false);
    expect(page.safeParse({ items: [] }).success).toBe(false);
  });
});
