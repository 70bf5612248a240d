import { expect, test } from 'vitest';
import { proofSettings } from './proof-settings.ts';

const ANCHORS = `0x${'6'.repeat(40)}`;

test('default: reads the contract and the nodes of a build; none in a development build', () => {
  expect(
    proofSettings({ PROOF_ANCHORS: ANCHORS, PROOF_WITNESS_URLS: 'https://a.example, https://b.example/key' }),
  ).toEqual({
    anchors: ANCHORS,
    witnessUrls: ['https://a.example', 'https://b.example/key'],
  });
  expect(proofSettings({})).toEqual({ anchors: null, witnessUrls: [] });
});

test.each([
  ['PROOF_ANCHORS', 'main'],
  ['PROOF_WITNESS_URLS', 'https://a.example,ws://b.example'],
])('error: %s is not %s', (name, value) => {
  expect(() => proofSettings({ [name]: value })).toThrow(name);
});
