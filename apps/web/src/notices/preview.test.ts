import { endpoints } from '@city-mint/api-contract/endpoints';
import { expect, test, vi } from 'vitest';
import { askWallet } from '#session/ask-wallet.ts';
import { withPreview } from './preview.ts';
import { refuseWrites, VISITOR_READS } from './refuse-writes.ts';

test('withPreview: texts of a preview replace published ones; others stay', () => {
  expect(withPreview({ th: { a: '1', b: '2' }, en: { a: 'x' } }, { th: { a: '3' }, ko: { a: 'y' } })).toEqual({
    th: { a: '3', b: '2' },
    en: { a: 'x' },
    ko: { a: 'y' },
  });
});

test('refuseWrites: every allowed call is a visitors’ read', () => {
  const declared = new Map(Object.entries(endpoints).map(([key, endpoint]) => [key.split(' ')[1], endpoint]));
  for (const path of VISITOR_READS) expect(declared.get(path), path).toMatchObject({ who: 'all', rate: 'read' });
});

test('attack: neither a join, nor a sign-in, nor a token leaves a preview', async () => {
  const send = vi.fn<typeof fetch>(async () => new Response('{}'));
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('location', new URL('https://mint.test/'));
  refuseWrites();
  for (const path of [
    '/api/biz/crowdfund',
    '/api/app/user/login',
    '/api/app/user/signMessage',
    '/api/app/user/asset',
  ]) {
    await expect(fetch(path, { method: 'POST' })).rejects.toThrow('a preview changes nothing');
  }
  expect(send).not.toHaveBeenCalled();
  await fetch('/api/app/home', { headers: { authorization: 'a token', lang: 'th' } });
  const [, init] = send.mock.calls[0] ?? [];
  expect([...new Headers(init?.headers).keys()]).toEqual(['lang']);
  vi.unstubAllGlobals();
});

test('attack: asks no wallet for a transaction or a signature in a preview', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>());
  vi.stubGlobal('location', new URL('https://mint.test/'));
  refuseWrites();
  const request = vi.fn(async () => '0x1');
  for (const repeatable of [false, true]) {
    expect(await askWallet({ request, text: 'send', repeatable })).toEqual({ ok: false, failure: 'preview' });
  }
  expect(request).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
