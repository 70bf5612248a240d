import { roundsEndpoints } from '@city-mint/api-contract/rounds/endpoints';
import { type JoinInput, readPlainJoin } from '@city-mint/api-contract/rounds/plain-join';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRequest } from '#platform/http/parse-request.ts';
import { readJsonBody } from '#platform/http/read-json-body.ts';

const { request: declared, readPlain } = roundsEndpoints['POST /api/biz/crowdfund'];

const GOOD = {
  roundId: '12',
  amount: '1.5',
  termsHash: `0x${'0a'.repeat(32)}`,
  requestId: '7e57ab1e-0000-4000-8000-0000000000fe',
};
const NAMES = ['roundId', 'amount', 'termsHash', 'requestId'] as const;

/** The result of a body without the plain reader; undefined if it is refused. */
function readAsDeclared(body: string): unknown {
  const read = readJsonBody(body);
  const parsed = read.ok ? parseRequest(declared, read.value) : read;
  return parsed.ok ? parsed.request : undefined;
}

type Reader = (body: string) => JoinInput | undefined;

/** Whether the plain reader returns the same result as the declaration, or leaves the body to it. */
function agrees(read: Reader, body: string): boolean {
  const plain = read(body);
  if (plain === undefined) return true;
  return printed(plain) === printed(readAsDeclared(body));
}

function printed(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner} units` : inner));
}

/** Values on both sides of the limits of each field, and of other fields and types. */
const VALUES: unknown[] = [
  ...[
    '',
    '0',
    '1',
    '01',
    '+1',
    '-1',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '1_0',
    '1.0000000000000000001',
    '0.000000000000000001',
  ],
  ...['9'.repeat(17), '9'.repeat(18), '9223372036854775807', '9223372036854775808', '9'.repeat(60), '9'.repeat(61)],
  ...[
    `0x${'0A'.repeat(32)}`,
    `0x${'0a'.repeat(31)}0`,
    `0x${'0a'.repeat(32)}0`,
    `0x${'0a'.repeat(32)}\n`,
    'ab'.repeat(32),
  ],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ...['7E57AB1E-0000-4000-8000-0000000000FE', '7e57ab1e-0000-9000-8000-0000000000fe'],
  ...['7E57AB1E-0000-4000-8000-0000000000fe', '7e57ab1e-00A0-4000-8000-0000000000fe'],
  ...['7e57ab1e-0000-400A-8000-0000000000fe', '7e57ab1e-0000-4000-A000-0000000000fe'],
  ...['7e57ab1e-0000-4000-800A-0000000000fe', '7e57ab1e-0000-4000-8000-0000000000FE'],
  ...['7e57ab1e-0000-4000-0000-0000000000fe', '7e57ab1e000040008000-0000000000fe', '1\n', '1\0', '\ud800', '١'],
  ...[1, 1.5, 0, null, true, [], {}, ['1']],
  ...Object.values(GOOD),
];

/** Bodies like those of pages, with fields changed, omitted, duplicated, in any order; then with changed characters. */
const bentBodies = fc
  .record({
    names: fc.oneof<fc.WeightedArbitrary<string[]>[]>(
      { weight: 3, arbitrary: fc.constant<string[]>([...NAMES]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<string[]>(...NAMES, 'more', '__proto__').map((name) => [...NAMES, name]),
      },
      { weight: 1, arbitrary: fc.shuffledSubarray<string>([...NAMES], { minLength: 4 }) },
      {
        weight: 1,
        arbitrary: fc.array(fc.constantFrom<string[]>(...NAMES, 'more', '__proto__', 'constructor', ''), {
          maxLength: 6,
        }),
      },
    ),
    changed: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES), { maxKeys: 2 }),
    edits: fc.array(
      fc.record({
        at: fc.nat(300),
        removed: fc.nat(2),
        added: fc.constantFrom(
          '',
          ' ',
          '0',
          'a',
          'A',
          '-',
          '.',
          '"',
          '\\',
          '\\u0031',
          ',',
          ':',
          '{',
          '}',
          '\n',
          '\0',
          'é',
        ),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ names, changed, edits }) => {
    const values: Record<string, unknown> = { ...GOOD, more: '1', ...changed };
    let body = `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(values[name] ?? '1')}`).join(',')}}`;
    for (const { at, removed, added } of edits) {
      const from = at % (body.length + 1);
      body = body.slice(0, from) + added + body.slice(from + removed);
    }
    return body;
  });

/** The same bodies in each run, so that an error is found in each run or in none. */
const bodies = fc.sample(bentBodies, { seed: 7, numRuns: 20_000 });

describe('readPlainJoin', () => {
  test('default: reads bodies as pages send them', () => {
    expect(readPlain).toBe(readPlainJoin);
    expect(Object.keys(declared.shape)).toEqual(NAMES);
    const body = JSON.stringify(GOOD);
    const read = { ...GOOD, amount: 1_500_000_000_000_000_000n };
    expect([readPlainJoin(body), readAsDeclared(body)]).toEqual([read, read]);
  });

  test('behavior: reads any body like the declaration, or leaves it to the declaration', () => {
    expect(bodies.filter((body) => !agrees(readPlainJoin, body))).toEqual([]);
    // Enough bodies are read, and enough valid ones are left to the declaration.
    const good = bodies.filter((body) => readAsDeclared(body) !== undefined);
    const plain = bodies.filter((body) => readPlainJoin(body) !== undefined);
    expect(plain.length).toBeGreaterThan(1_000);
    expect(good.length - plain.length).toBeGreaterThan(50);
  });

  const parsed = (body: string) => {
    try {
      return JSON.parse(body) as Record<keyof JoinInput, string>;
    } catch {
      return undefined;
    }
  };
  const readKnown = (body: string, count: number) => {
    const fields = Object(parsed(body));
    if (Object.keys(fields).length !== count) return undefined;
    return readPlainJoin(JSON.stringify(fields, [...NAMES]));
  };
  test.each<[string, Reader]>([
    ['takes the last of equal keys', (body) => readKnown(body, 4)],
    ['ignores a field that it does not know', (body) => readKnown(body, 5)],
    [
      'stores request ids as they are written',
      (body) => {
        const requestId = parsed(body)?.requestId;
        const read = typeof requestId === 'string' ? readPlainJoin(body.replace(requestId, GOOD.requestId)) : undefined;
        return read && requestId !== undefined && requestId.length === 36 ? { ...read, requestId } : undefined;
      },
    ],
    ['takes numbers for texts', (body) => readPlainJoin(body.replace(/:(\d[\d.]*)/g, ':"$1"'))],
    ['takes ids that the database cannot store', (body) => readPlainJoin(body.replace('9223372036854775808', '9'))],
  ])('behavior: detects a reader that %s', (_name, read) => {
    expect(bodies.filter((body) => !agrees(read, body))).not.toEqual([]);
  });
});
