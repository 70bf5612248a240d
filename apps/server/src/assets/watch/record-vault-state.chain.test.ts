import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { DEV_ROLES } from '@city-mint/devnet/dev-accounts';
import { asRole } from '@city-mint/tests/setup/as-role';
import { createTestDatabase } from '@city-mint/tests/setup/create-test-database';
import { startTestChain, TEST_CHAIN_ID } from '@city-mint/tests/setup/start-test-chain';
import { startTestIndexer } from '@city-mint/tests/setup/start-test-indexer';
import { expect, onTestFinished, test } from 'vitest';
import { createRpcNodes } from '#platform/chain/rpc-node.ts';
import { createDatabase } from '#platform/database/database.ts';
import { readVaultState } from '../queries/vault-state.ts';
import { recordVaultState } from './record-vault-state.ts';

const UNIT = 10n ** 18n;

test('default: operators see the state of the vault at the last block that was read', async () => {
  const chain = await startTestChain();
  const database = await createTestDatabase();
  const worker = createDatabase({ ...asRole(database.url, 'city_mint_worker') });
  const ops = createDatabase({ ...asRole(database.url, 'city_mint_ops') });
  const indexer = startTestIndexer({ databaseUrl: database.url, chain });
  onTestFinished(async () => {
    await Promise.all([worker.destroy(), ops.destroy(), indexer.stop()]);
    await database.drop();
    await chain.stop();
  });
  const [node] = createRpcNodes({ urls: [chain.url] });
  if (node === undefined) throw new Error('no node');
  const { vault, fmc } = chain.addresses;
  const deps = { db: worker, node, deployment: { chainId: TEST_CHAIN_ID, vault, fmc } };
  expect([await recordVaultState(deps), await readVaultState(ops)]).toEqual([false, undefined]);

  await chain.depositNative(DEV_ROLES.testWallet, 10n * UNIT);
  await chain.finalize();
  await indexer.catchUp();
  // The recorded state excludes events after that block.
  await chain.depositNative(DEV_ROLES.testWallet, 5n * UNIT);
  expect(await recordVaultState(deps)).toBe(true);
  const state = await readVaultState(ops);
  if (state === undefined) throw new Error('the vault was not read');
  const at = { address: vault, abi: vaultAbi, blockNumber: state.blockNumber } as const;
  expect(state.signer).toBe(await chain.publicClient.readContract({ ...at, functionName: 'signer' }));
  expect(state.auditor).toBe(await chain.publicClient.readContract({ ...at, functionName: 'auditor' }));
  expect(state.lastSequence).toBe(await chain.publicClient.readContract({ ...at, functionName: 'seq' }));
  expect([state.vault, state.depositsPaused, state.withdrawalsPaused]).toEqual([vault, false, false]);
  const [ju, token] = state.tokens;
  const native = '0x0000000000000000000000000000000000000000';
  const accounted = await chain.publicClient.readContract({ ...at, functionName: 'accounted', args: [native] });
  const now = await chain.publicClient.readContract({
    ...{ address: vault, abi: vaultAbi, functionName: 'accounted', args: [native] },
  });
  expect([ju?.accounted, Number(now) > Number(accounted)]).toEqual([accounted, true]);
  const rule = await chain.publicClient.readContract({ ...at, functionName: 'ruleOf', args: [fmc] });
  expect([token?.listed, token?.windowSeconds, token?.minimumDeposit, token?.windowCap]).toEqual(rule);
  expect(ju?.windowLeft).toBe(ju?.windowCap);
});
