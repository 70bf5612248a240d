import { beforeEach, expect, test } from 'vitest';
import { forgetInviter, inviterLink, keepInviter, useInviterLink } from './inviter-link.ts';

const INVITER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const kept = () => useInviterLink.getState().text;

beforeEach(forgetInviter);

test('default: what a link carries is kept until it is forgotten, a later link in place of an earlier one', () => {
  keepInviter(new URL(inviterLink('https://mint.example', INVITER)).search);
  expect(kept()).toBe(INVITER);
  keepInviter('?inviter=0x1');
  expect(kept()).toBe('0x1');
  forgetInviter();
  expect(kept()).toBeNull();
});

test('behavior: a page without a link, or with an empty one, changes nothing', () => {
  keepInviter(`?inviter=${INVITER}`);
  for (const search of ['', '?', '?city=1', '?inviter=', '?inviter=%20']) keepInviter(search);
  expect(kept()).toBe(INVITER);
});

test('behavior: an altered link is kept as it is, for the sheet to refuse it, but not at any length', () => {
  keepInviter('?inviter=%3Cscript%3E');
  expect(kept()).toBe('<script>');
  keepInviter(`?inviter=${'9'.repeat(5_000)}`);
  expect(kept()).toHaveLength(64);
});
