import { loneEntry, rejectedEntry, SYSTEM } from '@city-mint/api-contract/operator-client/testing/signed-entries';
import { expect, test } from 'vitest';
import { type VerifyInput, type VerifyMessage, verifyEntries } from './verify-entries.ts';

async function messagesOf(entries: VerifyInput['entries']): Promise<readonly VerifyMessage[]> {
  const messages: VerifyMessage[] = [];
  await verifyEntries({ entries, system: SYSTEM }, (message) => messages.push(message));
  return messages;
}

test('verdicts are posted ten at a time, in the order of the entries', async () => {
  const [good, other] = [await loneEntry(), await rejectedEntry()];
  const forged = { ...other, reason: 'as agreed' };
  const entries = [...Array.from({ length: 10 }, () => good), forged, good];
  const [first, last, ...more] = await messagesOf(entries);
  if (first?.kind !== 'progress' || last?.kind !== 'done') throw new Error('progress, then done');
  expect(first.verdicts.map(({ fault }) => fault)).toEqual(Array.from({ length: 10 }, () => null));
  expect(last.verdicts.map(({ fault }) => fault?.kind ?? null)).toEqual(['differs', null]);
  expect(more).toEqual([]);
});

test('an entry that cannot be verified at all is said', async () => {
  const broken = { ...(await loneEntry()), signed: null } as unknown as VerifyInput['entries'][number];
  expect(await messagesOf([broken])).toEqual([{ kind: 'failed' }]);
});
