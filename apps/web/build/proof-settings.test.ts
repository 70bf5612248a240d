import { expect, test } from 'vitest';
import { proofSettings } from './proof-settings.ts';

const ANCHORS = `0x${'6'.repeat(40)}`;

test('default: reads contract, nodes and operators of a build; none in a development build', () => {
  const nodes = { PROOF_WITNESS_URLS: 'https://a.example, https://b.example/key' };
  expect(proofSettings({ PROOF_ANCHORS: ANCHORS, ...nodes, PROOF_OPERATORS: `${ANCHORS}, ${ANCHORS}` })).toEqual({
    anchors: ANCHORS,
    witnessUrls: ['https://a.example', 'https://b.example/key'],
    operators: [ANCHORS, ANCHORS],
  });
  expect(proofSettings({})).toEqual({ anchors: null, witnessUrls: [], operators: [] });
});

test.each([
  ['PROOF_ANCHORS', 'main'],
  ['PROOF_WITNESS_URLS', 'https://a.example,ws://b.example'],
  ['PROOF_OPERATORS', `${ANCHORS},operator`],
])('error: %s is not %s', (name, value) => {
  expect(() => proofSettings({ [name]: value })).toThrow(name);
});
