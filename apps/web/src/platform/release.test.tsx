import { releaseOfPage } from '@city-mint/client/page-release.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installFakeNetwork } from '#testing/fake-network.ts';
import { readApi } from './api.ts';
import { useConnectionStore } from './connection-store.ts';
import { recordRelease } from './release.ts';

const OPEN = '/assets/main-aaaa.js';
const replyOf = (release?: string) =>
  new Response('{}', { headers: release === undefined ? {} : { 'x-page-release': release } });

beforeEach(() => {
  recordRelease(replyOf(releaseOfPage()));
  useConnectionStore.setState({ isReplaced: false });
  // Becomes a module once it is in the document, so that nothing fetches it.
  document.head.innerHTML = `<script type="text/plain" src="${OPEN}"></script>`;
  document.querySelector('script')?.setAttribute('type', 'module');
});
afterEach(() => {
  document.head.innerHTML = '';
  useConnectionStore.setState({ isReplaced: false });
});

test.each([
  ['the same release', OPEN, false],
  ['a server that serves no page', undefined, false],
  ['another release', '/assets/main-bbbb.js', true],
])('three replies in a row of %s', (_which, release, isReplaced) => {
  for (let reply = 0; reply < 3; reply += 1) recordRelease(replyOf(release));
  expect(useConnectionStore.getState().isReplaced).toBe(isReplaced);
});

test('while replies of two releases alternate, no page is replaced; one of its own release takes it back', () => {
  const other = '/assets/main-bbbb.js';
  for (const release of [other, other, OPEN, other, OPEN, other, other]) recordRelease(replyOf(release));
  expect(useConnectionStore.getState().isReplaced).toBe(false);
  recordRelease(replyOf(other));
  expect(useConnectionStore.getState().isReplaced).toBe(true);
  recordRelease(replyOf(OPEN));
  expect(useConnectionStore.getState().isReplaced).toBe(false);
});

test('a module script of an extension, before the page’s own, is none of its release', () => {
  document.head.insertAdjacentHTML('afterbegin', '<script type="text/plain" src="chrome-extension://x/a.js"></script>');
  document.querySelector('script')?.setAttribute('type', 'module');
  expect(releaseOfPage()).toBe(OPEN);
});

test('each call of the page reads it', async () => {
  const network = installFakeNetwork();
  const answer = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    const { status, body } = await answer(...call);
    return new Response(body, { status, headers: { 'x-page-release': '/assets/main-bbbb.js' } });
  };
  network.reply('GET /api/app/warehouses', { cities: [] });
  for (let call = 0; call < 3; call += 1) await readApi('GET /api/app/warehouses', {});
  network.restore();
  expect(useConnectionStore.getState().isReplaced).toBe(true);
});
