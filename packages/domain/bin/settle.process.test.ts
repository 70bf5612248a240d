import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('./settle.ts', import.meta.url));
const VECTORS = new URL('../../../vectors/', import.meta.url);
const [firstVector = ''] = readdirSync(VECTORS).filter((name) => name.endsWith('.json'));
const { input, result } = JSON.parse(readFileSync(new URL(firstVector, VECTORS), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'settle-'));

function settle(args: string[], stdin?: string | Buffer) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    encoding: 'utf8',
    ...(stdin !== undefined && { input: stdin }),
  });
  return { status, stdout, stderr };
}

test('settles a file', () => {
  const path = join(folder, 'a round.json');
  writeFileSync(path, JSON.stringify(input));
  const { status, stdout, stderr } = settle([path]);
  expect({ status, stderr, result: JSON.parse(stdout) }).toEqual({ status: 0, stderr: '', result });
});

test('settles the standard input', () => {
  const { status, stdout, stderr } = settle(['-'], JSON.stringify(input));
  expect({ status, stderr, result: JSON.parse(stdout) }).toEqual({ status: 0, stderr: '', result });
});

test.each<[string, string]>([
  ['input and result', JSON.stringify({ input, result })],
  ['the reply of the call', JSON.stringify({ code: 200, msg: '', data: { roundId: '1', input, result } })],
  [
    'JSON lines',
    [{ ...input, orders: undefined, roundId: '1' }, ...input.orders].map((line) => JSON.stringify(line)).join('\n'),
  ],
])('settles %s', (_what, text) => {
  const { status, stdout, stderr } = settle(['-'], text);
  expect({ status, stderr, result: JSON.parse(stdout) }).toEqual({ status: 0, stderr: '', result });
});

describe('refuses with one line and exit 2', () => {
  const twice = JSON.stringify(input).replace('"rank":1,', '"rank":1,"\\u0072ank":1,');
  const tooMuch = JSON.stringify({ ...input, terms: { ...input.terms, quota: '1' } });

  test.each<{ what: string; args?: string[]; stdin?: string | Buffer; line: RegExp }>([
    { what: 'no file named', args: [], line: /^usage: / },
    { what: 'two files named', args: ['a', 'b'], line: /^usage: / },
    { what: 'a file that is not there', args: [join(folder, 'none.json')], line: /none\.json: ENOENT/ },
    { what: 'a folder', args: [folder], line: /EISDIR/ },
    { what: 'no JSON', stdin: '{"terms":\n\n oops}', line: /^standard input: not JSON: / },
    { what: 'an empty file', stdin: '', line: /^standard input: not JSON: / },
    { what: 'no UTF-8', stdin: Buffer.from([0x22, 0xff, 0x22]), line: /^standard input: .*encoded data/ },
    { what: 'no settlement file', stdin: JSON.stringify({ output: input }), line: /^standard input: terms: missing/ },
    { what: 'a key twice', stdin: twice, line: /^standard input: orders\[0\]\.rank: occurs twice/ },
    {
      what: 'orders above the quota',
      stdin: tooMuch,
      line: /^standard input: orders: come to .*above the quota of 1\n/,
    },
  ])('$what', ({ args = ['-'], stdin, line }) => {
    const { status, stdout, stderr } = settle(args, stdin);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(line);
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });
});
