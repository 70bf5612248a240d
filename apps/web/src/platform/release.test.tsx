import { afterEach, beforeEach, expect, test } from 'vitest';
import { installFakeNetwork } from '#testing/fake-network.ts';
import { readApi } from './api.ts';
import { useConnectionStore } from './connection-store.ts';
import { recordRelease } from './release.ts';

const OPEN = '/assets/main-aaaa.js';
const replyOf = (release?: string) =>
  new Response('{}', { headers: release === undefined ? {} : { 'x-page-release': release } });

beforeEach(() => {
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
])('a reply of %s', (_which, release, isReplaced) => {
  recordRelease(replyOf(release));
  expect(useConnectionStore.getState().isReplaced).toBe(isReplaced);
});

test('while two releases run, an older server does not take it back', () => {
  for (const release of ['/assets/main-bbbb.js', OPEN]) recordRelease(replyOf(release));
  expect(useConnectionStore.getState().isReplaced).toBe(true);
});

test('each call of the page reads it', async () => {
  const network = installFakeNetwork();
  const answer = globalThis.fetch;
  globalThis.fetch = async (...call) => {
    const { status, body } = await answer(...call);
    return new Response(body, { status, headers: { 'x-page-release': '/assets/main-bbbb.js' } });
  };
  network.reply('GET /api/app/warehouses', { cities: [] });
  await readApi('GET /api/app/warehouses', {});
  network.restore();
  expect(useConnectionStore.getState().isReplaced).toBe(true);
});
