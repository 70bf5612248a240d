import type { Currency } from '@city-mint/domain/ledger/currencies';
import type { Database } from '#platform/database/database.ts';
import { storedCurrency } from '../stored-currency.ts';

/**
 * A token of the vault: its rule, the loosest allowed rule, and the remaining amount of its window; base units.
 * `windowCap` is the cap at that block: the rule's, or the share of the accounted amount if that is less.
 */
export type VaultToken = {
  readonly currency: Currency;
  readonly listed: boolean;
  readonly minimumDeposit: bigint;
  readonly windowSeconds: bigint;
  readonly windowCap: bigint;
  readonly windowLeft: bigint;
  readonly ceilingSeconds: bigint;
  readonly ceilingCap: bigint;
  readonly accounted: bigint;
};

/** The vault at the end of a block. */
export type VaultState = {
  /** EIP-55. */
  readonly vault: string;
  readonly blockNumber: bigint;
  /** The vault pays vouchers of this address; EIP-55. With the zero address it pays none. */
  readonly signer: string;
  /** Signs each voucher a second time; EIP-55. */
  readonly auditor: string;
  readonly depositsPaused: boolean;
  readonly withdrawalsPaused: boolean;
  readonly lastSequence: bigint;
  readonly readAt: Date;
  readonly tokens: readonly VaultToken[];
};

/** Returns the vault as a worker last read it; undefined before the first reading. */
export async function readVaultState(db: Database): Promise<VaultState | undefined> {
  const [row, tokens] = await Promise.all([
    db.selectFrom('vault_reading').selectAll().executeTakeFirst(),
    db.selectFrom('vault_token_reading').selectAll().orderBy('currency').execute(),
  ]);
  if (row === undefined) return undefined;
  return {
    vault: row.vault,
    blockNumber: row.block_number,
    signer: row.signer,
    auditor: row.auditor,
    depositsPaused: row.deposits_paused,
    withdrawalsPaused: row.withdrawals_paused,
    lastSequence: row.last_seq,
    readAt: row.read_at,
    tokens: tokens.map((token) => ({
      currency: storedCurrency(token.currency),
      listed: token.listed,
      minimumDeposit: token.minimum_deposit,
      windowSeconds: token.window_seconds,
      windowCap: token.window_cap,
      windowLeft: token.window_left,
      ceilingSeconds: token.ceiling_seconds,
      ceilingCap: token.ceiling_cap,
      accounted: token.accounted,
    })),
  };
}
