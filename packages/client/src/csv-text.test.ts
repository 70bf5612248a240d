import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('csvText: runs no text as a formula and leaves figures as figures', () => {
  const rows = [
    ['who', 'net'],
    ['=HYPERLINK("http://x")', '-12.5'],
    ['a,b', '-1+2'],
  ];
  expect(csvText(rows)).toBe('\uFEFFwho,net\r\n"\'=HYPERLINK(""http://x"")",-12.5\r\n"a,b","\'-1+2"\r\n');
});
