import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { CURRENCIES, type Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { VaultState, VaultToken } from '../queries/vault-state.ts';
import { tokenOfCurrency, VAULT_SOURCE, type VaultDeployment } from '../vault.ts';

type VaultDeps = { readonly db: Database; readonly node: RpcNode; readonly deployment: VaultDeployment };

const VAULT_CURRENCIES = ['JU', 'FMC'] as const;

/**
 * Reads the vault at the last block whose events are applied, and stores it for operators. `node` must answer for a
 * majority. Returns false while the chain was never read.
 */
export async function recordVaultState({ db, node, deployment }: VaultDeps): Promise<boolean> {
  const height = await readChainHeight(db, VAULT_SOURCE);
  if (height === undefined) return false;
  const blockNumber = height.readNumber;
  const contract = { address: deployment.vault, abi: vaultAbi, blockNumber } as const;
  const [signer, auditor, depositsPaused, withdrawalsPaused, lastSequence, tokens] = await Promise.all([
    node.readContract({ ...contract, functionName: 'signer' }),
    node.readContract({ ...contract, functionName: 'auditor' }),
    node.readContract({ ...contract, functionName: 'depositsPaused' }),
    node.readContract({ ...contract, functionName: 'withdrawalsPaused' }),
    node.readContract({ ...contract, functionName: 'seq' }),
    Promise.all(VAULT_CURRENCIES.map((currency) => readToken({ node, deployment }, { currency, blockNumber }))),
  ]);
  const state = { signer, auditor, depositsPaused, withdrawalsPaused, lastSequence, tokens };
  await inTransaction(db, (tx) => storeVaultState(tx, { vault: deployment.vault, blockNumber, ...state }));
  return true;
}

async function readToken(
  { node, deployment }: Pick<VaultDeps, 'node' | 'deployment'>,
  { currency, blockNumber }: { readonly currency: Currency; readonly blockNumber: bigint },
): Promise<VaultToken> {
  const args = [tokenOfCurrency(deployment, currency)] as const;
  const contract = { address: deployment.vault, abi: vaultAbi, blockNumber, args } as const;
  const [rule, ceiling, windowCap, windowLeft, accounted] = await Promise.all([
    node.readContract({ ...contract, functionName: 'ruleOf' }),
    node.readContract({ ...contract, functionName: 'ceilingOf' }),
    node.readContract({ ...contract, functionName: 'capOf' }),
    node.readContract({ ...contract, functionName: 'windowLeft' }),
    node.readContract({ ...contract, functionName: 'accounted' }),
  ]);
  const [listed, windowSeconds, minimumDeposit] = rule;
  const [ceilingSeconds, , , ceilingCap] = ceiling;
  return {
    currency,
    listed,
    minimumDeposit,
    windowSeconds,
    windowCap,
    windowLeft,
    ceilingSeconds,
    ceilingCap,
    accounted,
  };
}

async function storeVaultState(tx: Database, state: Omit<VaultState, 'readAt'>): Promise<void> {
  const row = {
    vault: state.vault,
    block_number: state.blockNumber,
    signer: state.signer,
    auditor: state.auditor,
    deposits_paused: state.depositsPaused,
    withdrawals_paused: state.withdrawalsPaused,
    last_seq: state.lastSequence,
    read_at: sql<Date>`clock_timestamp()`,
  };
  await tx
    .insertInto('vault_reading')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row))
    .execute();
  for (const token of state.tokens) {
    const tokenRow = {
      currency: CURRENCIES[token.currency],
      listed: token.listed,
      minimum_deposit: token.minimumDeposit,
      window_seconds: token.windowSeconds,
      window_cap: token.windowCap,
      window_left: token.windowLeft,
      ceiling_seconds: token.ceilingSeconds,
      ceiling_cap: token.ceilingCap,
      accounted: token.accounted,
    };
    await tx
      .insertInto('vault_token_reading')
      .values(tokenRow)
      .onConflict((conflict) => conflict.column('currency').doUpdateSet(tokenRow))
      .execute();
  }
}
