import type { Currency } from '@city-mint/domain/ledger/currencies';
import { type LedgerTotals, readLedgerTotals } from '#ledger/queries/read-ledger-totals.ts';
import { readChainHeight } from '#platform/chain/read-chain-height.ts';
import type { RpcNode } from '#platform/chain/rpc-node.ts';
import type { Database } from '#platform/database/database.ts';
import { sumWaiting } from '../store/waiting-recharges.ts';
import type { VaultDeployment } from '../vault-deployment.ts';
import { VAULT_SOURCE } from '../vault-source.ts';
import { readVaultBalance } from './read-vault-balance.ts';

/** Of one currency, in base units: what the ledger, with deposits that wait to be credited, says that the vault holds, what it does hold, and how far all balances are from summing to 0. */
export type CurrencyReconciliation = {
  readonly currency: Currency;
  readonly ledger: bigint;
  readonly vault: bigint;
  readonly unbalanced: bigint;
  /** Every unit is explained. */
  readonly agrees: boolean;
};

export type Reconciliation = { readonly blockNumber: bigint; readonly currencies: readonly CurrencyReconciliation[] };

/**
 * Compares the ledger with the vault at the last block whose events are all taken, so nothing is on its way between them and every unit of
 * difference is an error. Undefined while the chain was never read; throws when the node does not know the state of that block. rules.md
 * section 9.
 */
export async function reconcile(
  db: Database,
  { node, place }: { node: RpcNode; place: VaultDeployment },
): Promise<Reconciliation | undefined> {
  const seen = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      height: await readChainHeight(tx, VAULT_SOURCE),
      totals: await readLedgerTotals(tx),
      waiting: await sumWaiting(tx),
    }));
  if (seen.height === undefined) return undefined;
  const blockNumber = seen.height.readNumber;
  const compare = async (currency: Currency, totals: LedgerTotals): Promise<CurrencyReconciliation> => {
    const vault = await readVaultBalance({ node, place }, { currency, blockNumber });
    const { sum: unbalanced } = totals;
    // A deposit that waits is in the vault and in no balance yet.
    const ledger = totals.inCustody + seen.waiting[currency];
    return { currency, ledger, vault, unbalanced, agrees: ledger === vault && unbalanced === 0n };
  };
  const currencies = await Promise.all([compare('JU', seen.totals.JU), compare('FMC', seen.totals.FMC)]);
  return { blockNumber, currencies };
}
