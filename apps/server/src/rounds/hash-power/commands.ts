import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Compensation hash power of one failed order, in base units. */
export type HashPowerClaim = {
  readonly orderId: bigint;
  readonly roundId: bigint;
  readonly userId: bigint;
  readonly hashPower: TokenAmount;
};

/**
 * Claims all unclaimed hash power of these users, of rounds whose liquidation is done, inside the caller's transaction.
 * Returns the claims of this call by user and order; of concurrent callers one claims each order
 * (docs/money-rules.md#7-hash-power-and-mining).
 */
export async function claimCompensation(tx: Database, userIds: readonly bigint[]): Promise<HashPowerClaim[]> {
  const { rows } = await sql<{ order_id: bigint; round_id: bigint; user_id: bigint; hash_power: bigint }>`
    select order_id, round_id, user_id, hash_power from claim_hash_power(${userIds}::bigint[])`.execute(tx);
  return rows.map((claim) => ({
    orderId: claim.order_id,
    roundId: claim.round_id,
    userId: claim.user_id,
    hashPower: tokenAmount(claim.hash_power),
  }));
}
