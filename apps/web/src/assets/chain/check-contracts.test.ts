import { expect, test } from 'vitest';
import { checkContracts } from './check-contracts.ts';

const CONTRACTS = {
  vault: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  fmc: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
  router: '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0',
} as const;
const ATTACKER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const build = { chainId: 202599, contracts: CONTRACTS };

test('default: accepts the contracts of the build, in any case of their addresses', () => {
  const named = { chainId: 202599, ...CONTRACTS, vault: CONTRACTS.vault.toLowerCase() };
  expect(checkContracts(named, build)).toEqual({ kind: 'trusted', ...CONTRACTS });
});

test.each(['vault', 'fmc', 'router'] as const)('attack: rejects another %s named by the API', (contract) => {
  const named = { chainId: 202599, ...CONTRACTS, [contract]: ATTACKER };
  expect(checkContracts(named, build)).toEqual({ kind: 'other-contract', contract, address: ATTACKER });
});

test('behavior: reports another chain first', () => {
  const named = { chainId: 1, ...CONTRACTS, vault: ATTACKER };
  expect(checkContracts(named, build)).toEqual({ kind: 'other-chain', chainId: 1 });
});

test('behavior: a development build accepts the contracts that the API names', () => {
  const named = { chainId: 202599, ...CONTRACTS, vault: ATTACKER };
  expect(checkContracts(named, { chainId: 202599, contracts: null })).toMatchObject({
    kind: 'trusted',
    vault: ATTACKER,
  });
});
