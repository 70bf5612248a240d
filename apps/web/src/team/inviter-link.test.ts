import { beforeEach, expect, test } from 'vitest';
import { forgetInviter, inviterLink, rememberInviter, useInviterLink } from './inviter-link.ts';

const INVITER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const remembered = () => useInviterLink.getState().text;

beforeEach(forgetInviter);

test('default: remembers a link’s inviter until it is forgotten; a later link replaces it', () => {
  rememberInviter(new URL(inviterLink('https://mint.example', 'cJl5cMUYEtw6AQx9AbUODRfcecg')).search);
  expect(remembered()).toBe('cJl5cMUYEtw6AQx9AbUODRfcecg');
  rememberInviter('?inviter=0x1');
  expect(remembered()).toBe('0x1');
  forgetInviter();
  expect(remembered()).toBeNull();
});

test('behavior: a page without a link, or with an empty one, changes nothing', () => {
  rememberInviter(`?inviter=${INVITER}`);
  for (const search of ['', '?', '?city=1', '?inviter=', '?inviter=%20']) rememberInviter(search);
  expect(remembered()).toBe(INVITER);
});

test('behavior: remembers an altered link unchanged, for the sheet to refuse, but limits its length', () => {
  rememberInviter('?inviter=%3Cscript%3E');
  expect(remembered()).toBe('<script>');
  rememberInviter(`?inviter=${'9'.repeat(5_000)}`);
  expect(remembered()).toHaveLength(64);
});
