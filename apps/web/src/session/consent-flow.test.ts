import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { currentSession, endSession, startSession } from '#platform/session-store.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { sampleSession } from '#testing/sample-session.ts';
import { acceptDisclosure } from './consent-flow.ts';
import { disclosureKeys } from './disclosure-queries.ts';

const CONSENT = 'POST /api/app/user/consent';
const HASH = `0x${'ab'.repeat(32)}`;

let network: FakeNetwork;

beforeEach(() => {
  network = installFakeNetwork();
  startSession(sampleSession());
});
afterEach(() => {
  endSession();
  queryClient.clear();
  network.restore();
});

test('default: records the accepted hash in the session', async () => {
  network.reply(CONSENT, { hash: HASH, acceptedAt: 1 });
  expect(await acceptDisclosure(HASH)).toBe('accepted');
  expect(network.calls(CONSENT)).toEqual([{ hash: HASH }]);
  expect(currentSession()?.user.consentHash).toBe(HASH);
});

test('behavior: fetches another disclosure in force again in every language', async () => {
  queryClient.setQueryData(disclosureKeys.inLanguage('zh'), {});
  queryClient.setQueryData(disclosureKeys.inLanguage('en'), {});
  network.refuse(CONSENT, { error: 'disclosure-changed' });
  expect(await acceptDisclosure(HASH)).toBe('changed');
  expect(queryClient.getQueryState(disclosureKeys.inLanguage('zh'))?.isInvalidated).toBe(true);
  expect(queryClient.getQueryState(disclosureKeys.inLanguage('en'))?.isInvalidated).toBe(true);
  expect(currentSession()?.user.consentHash).toBeNull();
});

test('behavior: records nothing after a network error or another refusal', async () => {
  network.disconnect(CONSENT);
  expect(await acceptDisclosure(HASH)).toBe('failed');
  network.refuse(CONSENT, { error: 'busy', code: 503 });
  expect(await acceptDisclosure(HASH)).toBe('failed');
  expect(currentSession()?.user.consentHash).toBeNull();
});
