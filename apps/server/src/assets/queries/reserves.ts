import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { sql } from 'kysely';
import { type LedgerTotals, readLedgerTotals } from '#ledger/accounts/queries.ts';
import { readChainHeight } from '#platform/chain/chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import { readLastStoredSequence } from '#platform/chain/stored-events.ts';
import { readBlockHeader } from '#platform/chain/survey-chain.ts';
import type { Database } from '#platform/database/database.ts';
import { sumWaitingDeposits } from '../recharges/store.ts';
import { sumUncoveredPayments } from '../unknown-payments/queries.ts';
import { tokenOfCurrency, VAULT_SOURCE, type VaultDeployment } from '../vault.ts';

type VaultNode = { readonly node: RpcNode; readonly deployment: VaultDeployment };

/** One currency, in base units. */
export type CurrencyReconciliation = {
  readonly currency: Currency;
  /** The holdings of the vault according to the ledger, including deposits that wait to be credited. */
  readonly ledger: bigint;
  /** The holdings of the vault on chain. */
  readonly vault: bigint;
  /** The sum of all balances, which has to be 0. */
  readonly unbalanced: bigint;
  /** Every unit is explained. */
  readonly agrees: boolean;
};

export type Reconciliation = {
  readonly blockNumber: bigint;
  /** The block's own time. */
  readonly blockAt: Date;
  /** The number of the last stored event, and of the vault's last event. */
  readonly lastSequence: { readonly ledger: bigint; readonly vault: bigint };
  readonly currencies: readonly CurrencyReconciliation[];
  /** The newest withdrawal whose request the balances include. */
  readonly lastWithdrawalId: bigint;
  /** The time of the balances, by the database's clock. */
  readonly comparedAt: Date;
};

/**
 * Compares the ledger with the vault at the last block whose events are all applied, so nothing is in flight and every
 * unit of difference is an error. `node` must answer for a majority. Returns undefined while the chain was never read;
 * throws when the node does not have the state of that block. docs/money-rules.md#9-ledger
 */
export async function reconcile(db: Database, vaultNode: VaultNode): Promise<Reconciliation | undefined> {
  const snapshot = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      marks: await readMarks(tx),
      lastSequence: await readLastStoredSequence(tx),
      height: await readChainHeight(tx, VAULT_SOURCE),
      totals: await readLedgerTotals(tx),
      waiting: await sumWaitingDeposits(tx),
      uncovered: await sumUncoveredPayments(tx),
    }));
  if (snapshot.height === undefined) return undefined;
  const { marks } = snapshot;
  const blockNumber = snapshot.height.readNumber;
  const compare = async (currency: Currency, totals: LedgerTotals): Promise<CurrencyReconciliation> => {
    const vault = await readVaultBalance(vaultNode, { currency, blockNumber });
    const unbalanced = totals.sum;
    // The vault holds a waiting deposit that is in no balance yet; an unknown payment has left it but is not booked
    // yet.
    const ledger = totals.inCustody + snapshot.waiting[currency] - snapshot.uncovered[currency];
    return { currency, ledger, vault, unbalanced, agrees: ledger === vault && unbalanced === 0n };
  };
  const { JU, FMC } = snapshot.totals;
  const { node, deployment } = vaultNode;
  const [currencies, header, vaultSequence] = await Promise.all([
    Promise.all([compare('JU', JU), compare('FMC', FMC)]),
    readBlockHeader(node, blockNumber),
    node.readContract({ address: deployment.vault, abi: vaultAbi, functionName: 'seq', blockNumber }),
  ]);
  return {
    blockNumber,
    blockAt: header.at,
    lastSequence: { ledger: snapshot.lastSequence, vault: vaultSequence },
    currencies,
    lastWithdrawalId: marks.last_withdrawal_id,
    comparedAt: marks.at,
  };
}

/** Reads the newest withdrawal of the snapshot, and its time. */
async function readMarks(tx: Database): Promise<{ last_withdrawal_id: bigint; at: Date }> {
  const { rows } = await sql<{ last_withdrawal_id: bigint; at: Date }>`
    select coalesce((select max(id) from withdrawal), 0) as last_withdrawal_id, clock_timestamp() as at`.execute(tx);
  const [marks] = rows;
  if (marks === undefined) throw new Error('the database returned no row');
  return marks;
}

/**
 * Returns the amount that the vault accounts for at the end of a block, in base units; throws when the node does not
 * have its state.
 */
export async function readVaultBalance(
  { node, deployment }: VaultNode,
  at: { currency: Currency; blockNumber: bigint },
): Promise<bigint> {
  return node.readContract({
    address: deployment.vault,
    abi: vaultAbi,
    functionName: 'accounted',
    args: [tokenOfCurrency(deployment, at.currency)],
    blockNumber: at.blockNumber,
  });
}
