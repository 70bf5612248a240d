import { type TokenAmount, tokenAmount } from '@city-mint/domain/money/token-amount';
import type { Database } from '#platform/database/database.ts';

/**
 * The settlement slot, one row: settlements run one after the other, and a mining day runs between two of them, so that
 * each knows the reserve and the emission it may draw on.
 */
export type SettlementSlot = {
  /** The round that is being settled; null = the slot is free. */
  readonly roundId: bigint | null;
  /** FMC of the emission that is frozen for a mining day, in base units. */
  readonly emissionFrozen: TokenAmount;
};

/** Locks the slot until the transaction ends and returns it. */
export async function lockSettlementSlot(tx: Database): Promise<SettlementSlot> {
  const slot = await tx
    .selectFrom('settlement_slot')
    .select(['round_id', 'emission_frozen'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { roundId: slot.round_id, emissionFrozen: tokenAmount(slot.emission_frozen) };
}

/**
 * Occupies the slot for a round until it is released; returns false when it is occupied or a mining day waits for it.
 */
export async function takeSettlementSlot(tx: Database, roundId: bigint): Promise<boolean> {
  const taken = await tx
    .updateTable('settlement_slot')
    .set({ round_id: roundId })
    .where('round_id', 'is', null)
    .where('mining_waits', '=', false)
    .returning('round_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Releases the slot that a round occupies. */
export async function releaseSettlementSlot(tx: Database, roundId: bigint): Promise<void> {
  await tx.updateTable('settlement_slot').set({ round_id: null }).where('round_id', '=', roundId).execute();
}
