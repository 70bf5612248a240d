import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BreakableAmount } from './breakable-amount.tsx';

const htmlOf = (text: string) => render(<BreakableAmount text={text} />).container.innerHTML;

test.each([
  ['a long amount, after its point', '1,234,567.123456789 JU', '1,234,567.<wbr>123456789 JU'],
  ['after the comma of other languages', '1.234.567,12345', '1.234.567,<wbr>12345'],
])('breaks %s', (_name, text, html) => {
  expect(htmlOf(text)).toBe(html);
});

test('has no place to break in a short amount, and none within its groups', () => {
  expect([htmlOf('1,234,567.1234'), htmlOf('12,34,567')]).toEqual(['1,234,567.1234', '12,34,567']);
});
