/** A value that must be refused, the error codes, one of which it gets, and the field inside it that is named. */
export type BadValue = { readonly value: unknown; readonly errors: readonly string[]; readonly at?: string };
/** A good value of a class of fields, and all its bad ones. */
export type ValueClass = { readonly good: unknown; readonly bad: readonly BadValue[] };

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** Returns values that are no text. */
export const wrongTypes = (...errors: string[]): BadValue[] =>
  [1, 1.1, 1e21, true, null, ['5'], [], {}, { $gt: 0 }].map((value) => ({ value, errors: ['wrong-type', ...errors] }));
/** Returns bad values that share their error codes. */
export const all = (errors: readonly string[], values: readonly unknown[]): BadValue[] =>
  values.map((value) => ({ value, errors }));

/** Texts that other software could interpret. */
export const HOSTILE_TEXTS = [
  "'; DROP TABLE app_user; --",
  '" OR 1=1--',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  `$\{7*7}`,
  'javascript:alert(1)',
  '\u202eevil',
  'a\u200bb',
  'a\r\nSet-Cookie: x=1',
  '👨‍👩‍👧‍👦',
  'constructor',
  '../../etc/passwd',
  '%00',
];
/** Texts that PostgreSQL cannot store. */
export const UNSTORABLE = all(['text-format'], ['a\u0000b', '\ud800']);

export const AMOUNT: ValueClass = {
  good: '1',
  bad: [
    ...wrongTypes(),
    ...all(
      ['amount-format'],
      [
        ...[
          '',
          ' ',
          ' 1 ',
          '+1',
          '-1',
          '-0',
          '.5',
          '5.',
          '00001',
          '01',
          '1e3',
          '1e30',
          '1E3',
          '0x10',
          '1,000',
          '1_000',
        ],
        ...[
          'NaN',
          'Infinity',
          '-Infinity',
          '١',
          '５',
          '1\n',
          '1\t',
          '1 JU',
          '1.2.3',
          '--1',
          '1-',
          '١٢٣',
          'null',
          '½',
          '1n',
        ],
        ...HOSTILE_TEXTS,
      ],
    ),
    ...UNSTORABLE,
    ...all(['amount-too-precise'], ['1.0000000000000000005', '0.0000000000000000001', '1.1234567890123456789']),
    ...all(['amount-too-large'], ['9'.repeat(79), `1${'0'.repeat(100)}`, '9'.repeat(5_000)]),
  ],
};

export const ADDRESS_TEXT: ValueClass = {
  good: ADDRESS,
  bad: [
    ...wrongTypes(),
    ...all(['address-checksum'], ['0x5fbDB2315678afecb367f032d93F642f64180aa3']),
    ...all(
      ['address-format'],
      [
        ...['', '0x', ADDRESS.slice(2), ADDRESS.slice(0, -1), `${ADDRESS}0`, ` ${ADDRESS}`],
        ...[
          `${ADDRESS}\n`,
          'vitalik.eth',
          'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS',
          ADDRESS.replace('5', '５'),
          `${ADDRESS},${ADDRESS}`,
        ],
        ...[ADDRESS.replace('a', 'а'), `0x${'g'.repeat(40)}`, 'x'.repeat(10_000), ...HOSTILE_TEXTS],
      ],
    ),
    ...UNSTORABLE,
  ],
};

export const SIGNATURE: ValueClass = {
  good: `0x${'11'.repeat(65)}`,
  bad: [
    ...wrongTypes(),
    ...all(
      ['signature-format'],
      [
        ...['', '0', `0x${'11'.repeat(8_193)}`, '11'.repeat(65), `0X${'11'.repeat(65)}`],
        ...[
          `0x${'1'.repeat(131)}`,
          `0x${'zz'.repeat(65)}`,
          ` 0x${'11'.repeat(65)}`,
          `0x${'11'.repeat(65)}\n`,
          ...HOSTILE_TEXTS,
        ],
      ],
    ),
    ...UNSTORABLE,
  ],
};

/** A key's signature has 64 or 65 bytes; that of a contract wallet any number. */
export const KEY_SIGNATURE: ValueClass = {
  good: SIGNATURE.good,
  bad: [
    ...SIGNATURE.bad,
    ...all(['signature-format'], ['0x', `0x${'11'.repeat(63)}`, `0x${'11'.repeat(66)}`, `0x${'11'.repeat(195)}`]),
  ],
};

export const ROW_ID: ValueClass = {
  good: '1',
  bad: [
    ...wrongTypes('id-format'),
    ...all(
      ['id-format'],
      [
        ...['', '0', '-1', '01', '1.5', '1e3', '0x1', ' 1', '1\n', '１', '9223372036854775808', 'NaN', '1,2', 'null'],
        ...HOSTILE_TEXTS,
      ],
    ),
    ...UNSTORABLE,
  ],
};

export const UUID: ValueClass = {
  good: '7f1f3b52-3a54-4a0e-9f5c-0a4d2b9b8f11',
  bad: [
    ...wrongTypes('request-id-format'),
    ...all(
      ['request-id-format'],
      [
        ...['', '1', 'not-a-uuid', '7f1f3b523a544a0e9f5c0a4d2b9b8f11', '{7f1f3b52-3a54-4a0e-9f5c-0a4d2b9b8f11}'],
        ...[
          '7f1f3b52-3a54-4a0e-9f5c-0a4d2b9b8f1g',
          ' 7f1f3b52-3a54-4a0e-9f5c-0a4d2b9b8f11',
          'x'.repeat(300),
          ...HOSTILE_TEXTS,
        ],
      ],
    ),
    ...UNSTORABLE,
  ],
};

export const BYTES_32: ValueClass = {
  good: `0x${'0'.repeat(64)}`,
  bad: [
    ...wrongTypes(),
    ...all(
      ['hash-format'],
      ['', '0x', `0x${'0'.repeat(63)}`, `0x${'0'.repeat(65)}`, `0x${'A'.repeat(64)}`, ...HOSTILE_TEXTS],
    ),
    ...UNSTORABLE,
  ],
};

export const LINK: ValueClass = {
  good: 'https://mint.example/',
  bad: [
    ...wrongTypes(),
    ...all(
      ['link-format'],
      [
        ...[
          '',
          ' ',
          'mint.example',
          '//mint.example',
          'http://mint.example/',
          'HTTPS://mint.example/',
          'ftp://mint.example/',
        ],
        ...['https://', 'https://a b', ' https://mint.example/', 'https://mint.example/\n', '\thttps://mint.example/'],
        ...[
          'https://user:secret@mint.example/',
          'https://user@mint.example/',
          'https://mint.example:99999/',
          'https://[::1',
        ],
        ...[
          'https:mint.example',
          'https:\\\\mint.example',
          'https://mint.example/"onclick="x',
          'https://mınt.example/',
        ],
        ...[
          'JavaScript:alert(1)',
          'java\nscript:alert(1)',
          'data:text/html,<b>',
          'vbscript:x',
          'blob:https://mint.example/',
        ],
        ...[
          'mailto:',
          'mailto:a',
          'mailto:a@b.example?cc=c@d.example',
          'mailto:a@b.example,c@d.example',
          'mailto:a%0ab@c.example',
        ],
        ...HOSTILE_TEXTS,
      ],
    ),
    ...all(['text-too-long'], [`https://mint.example/${'x'.repeat(300)}`]),
    ...UNSTORABLE,
  ],
};

export const TIME: ValueClass = {
  good: 1_800_000_000_000,
  bad: [
    ...all(
      ['date-format', 'wrong-type'],
      [
        ...[
          0,
          -1,
          1.5,
          1_800_000_000,
          1e18,
          2 ** 53,
          '1800000000000',
          '2026-02-30',
          '2026-13-01',
          'NaN',
          null,
          true,
          [],
          {},
        ],
        ...['2026-01-01T00:00:00Z', ''],
      ],
    ),
    ...UNSTORABLE,
  ],
};

export const WHOLE_NUMBER: ValueClass = {
  good: 1,
  bad: [
    ...all(['wrong-type', 'value-not-allowed'], [-1, 1.5, 1_000_001, 1e18, 2 ** 53, 1e308, '1', '', 'NaN', null, true]),
    ...all(['wrong-type'], [[], {}, [1]]),
    ...UNSTORABLE.map(({ value }) => ({ value, errors: ['text-format', 'wrong-type'] })),
  ],
};

export const PAGE_LIMIT: ValueClass = {
  good: 20,
  bad: [
    ...all(['page-range', 'wrong-type'], [0, -1, 1.5, 101, 1e6, 1e9, 1e308, '1', '20', null, true, [], {}, 'NaN']),
    ...UNSTORABLE,
  ],
};

export const CURSOR: ValueClass = {
  good: undefined,
  bad: [
    ...[1, true, [], {}].map((value) => ({ value, errors: ['wrong-type', 'cursor-format'] })),
    ...all(
      ['cursor-format'],
      ['', ' ', 'a b', '=', 'x'.repeat(201), '\n', ...HOSTILE_TEXTS.filter((text) => text !== 'constructor')],
    ),
    // In the format of a cursor, but of no list.
    ...all(
      ['cursor-format'],
      ['constructor', 'AAAA', '9'.repeat(30), Buffer.from('{"id":"1 or 1=1"}').toString('base64url')],
    ),
    ...UNSTORABLE,
  ],
};
