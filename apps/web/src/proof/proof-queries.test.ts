import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#platform/query-client.ts';
import { type FakeNetwork, installFakeNetwork } from '#testing/fake-network.ts';
import { ALICE, BOB } from '#testing/sample-session.ts';
import { myProofsQuery, operatorProofQuery, proofKeys, rootsQuery } from './proof-queries.ts';
import { vaultQuery } from './vault-queries.ts';

const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const FMC = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

let network: FakeNetwork;
beforeEach(() => {
  network = installFakeNetwork();
});
afterEach(() => {
  queryClient.clear();
  network.restore();
});

test('proofKeys: the account’s leaves have other keys than other accounts’ and public replies', () => {
  const keys = [proofKeys.roots, proofKeys.mine(ALICE), proofKeys.mine(BOB), proofKeys.operator, proofKeys.vault];
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length);
  expect(myProofsQuery(ALICE).meta?.copiedFor).toBe(ALICE);
});

test('does not refetch replies that change once a minute before that', () => {
  for (const { staleTime } of [rootsQuery, myProofsQuery(ALICE), operatorProofQuery]) expect(staleTime).toBe(60_000);
});

test('vaultQuery: returns JU and FMC of the server’s vault from the chain, to the unit', async () => {
  network.reply('GET /api/app/config', { vault: VAULT, fmc: FMC } as never);
  network.rpc('eth_getBalance', ([address]) => (address === VAULT ? '0x16345785d8a0001' : '0x0'));
  network.rpc('eth_call', ([call]) => (Object(call).to === FMC ? word(2_500_000_000_000_000_000n) : '0x'));
  expect(await queryClient.fetchQuery(vaultQuery)).toEqual({ vault: VAULT, JU: '0.100000000000000001', FMC: '2.5' });
});
