import { expect, test } from 'vitest';
import { contactOf } from './contact-of.ts';

test.each([
  ['hello@mint.example', { kind: 'email', label: 'hello@mint.example', url: 'mailto:hello@mint.example' }],
  ['mailto:hello@mint.example', { kind: 'email', label: 'hello@mint.example', url: 'mailto:hello@mint.example' }],
  ['operator@localhost', { kind: 'email', label: 'operator@localhost', url: 'mailto:operator@localhost' }],
  [
    'https://mint.example/help',
    { kind: 'website', label: 'https://mint.example/help', url: 'https://mint.example/help' },
  ],
])('default: %s is a link', (contact, link) => {
  expect(contactOf(contact)).toEqual(link);
});

test.each(['', 'Mint Ltd, 1 Main Street', '+43 1 234', 'javascript:alert(1)', 'http://mint.example', 'a@b?cc=c@d'])(
  'behavior: "%s" is not a link',
  (contact) => {
    expect(contactOf(contact)).toBeNull();
  },
);
