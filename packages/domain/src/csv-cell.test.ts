import { expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

test.each([
  ['order 17, London 1-3', '"order 17, London 1-3"'],
  ['12.5', '12.5'],
  ['say "so"', '"say ""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['', ''],
  ['a=b+c-d@e', 'a=b+c-d@e'],
])('default: %j is written as %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '=HYPERLINK("http://x","y")',
  '＝1',
  '|x',
  '%x',
];

/** The content of a cell as a spreadsheet reads it. */
const seen = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
const isRun = (text: string) => /^[=+\-@\t\r\n|%＝＋－＠]/.test(text);

test.each(FORMULAS)(
  'behavior: %j is text to a spreadsheet; written as it is, it would be run (the broken twin)',
  (text) => {
    expect(isRun(seen(csvCell(text)))).toBe(false);
    expect(seen(csvCell(text))).toBe(`'${text}`);
    expect(isRun(seen(text))).toBe(true);
  },
);
