import type { assetEvent } from '@city-mint/api-contract/assets/endpoints';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { z } from 'zod';
import { type ChainHeight, countConfirmations } from '#platform/chain/chain-height.ts';
import type { PendingEvent } from '#platform/chain/pending-events.ts';
import { type AssetEventKey, RECHARGE_KEY, WITHDRAWAL_KEY } from './asset-list.ts';
import type { PendingDeposit } from './recharges/queries.ts';
import type { RechargeRow } from './recharges/store.ts';
import { storedCurrency } from './stored-currency.ts';
import type { WithdrawalRow } from './withdrawals/store/withdrawals.ts';

/** A recharge or a withdrawal as record lists show it. */
export type AssetEvent = z.output<typeof assetEvent>;

export type ListedEvent = { readonly key: AssetEventKey; readonly event: AssetEvent };

/** The user and the vault of listed events, and the chain height from which confirmations are counted. */
export type EventSetting = {
  /** The user's own address, the sender of recharges. */
  readonly account: string;
  readonly vault: string;
  readonly confirmationsNeeded: number;
  readonly height: ChainHeight | undefined;
};

/** Returns the listed event of a credited recharge. */
export function rechargeEvent(row: RechargeRow, setting: EventSetting): ListedEvent {
  return {
    key: { at: row.block_at.getTime(), kind: RECHARGE_KEY, id: row.seq },
    event: {
      eventId: `d-${row.seq}`,
      kind: 'recharge',
      currency: storedCurrency(row.currency),
      quantity: formatAmount(row.amount),
      from: setting.account,
      to: setting.vault,
      blockHeight: row.block_number.toString(),
      at: row.block_at.getTime(),
      gasFee: row.gas_fee === null ? null : formatAmount(row.gas_fee),
      confirmations: setting.confirmationsNeeded,
      confirmationsNeeded: setting.confirmationsNeeded,
      status: 'completed',
      txHash: row.tx_hash,
      withdrawalId: null,
    },
  };
}

/**
 * Returns the listed event of a deposit that is not credited; once credited it keeps its number, under the letter of a
 * recharge.
 */
export function pendingRechargeEvent(
  { event: { sequence, blockNumber, blockAt, txHash }, currency, amount }: PendingDeposit,
  setting: EventSetting,
): ListedEvent {
  return {
    key: { at: blockAt.getTime(), kind: RECHARGE_KEY, id: sequence },
    event: {
      eventId: `p-${sequence}`,
      kind: 'recharge',
      currency,
      quantity: formatAmount(amount),
      from: setting.account,
      to: setting.vault,
      blockHeight: blockNumber.toString(),
      at: blockAt.getTime(),
      gasFee: null,
      ...confirmationsOf(blockNumber, setting),
      status: 'in-progress',
      txHash,
      withdrawalId: null,
    },
  };
}

/** Returns the listed event of a withdrawal; `payment` is its payment in a block that is not final yet, if any. */
export function withdrawalEvent(
  { row, payment }: { row: WithdrawalRow; payment: PendingEvent | undefined },
  setting: EventSetting,
): ListedEvent {
  const isPaid = row.state === 'completed';
  return {
    key: { at: row.requested_at.getTime(), kind: WITHDRAWAL_KEY, id: row.id },
    event: {
      eventId: `w-${row.id}`,
      kind: 'withdrawal',
      currency: storedCurrency(row.currency),
      quantity: formatAmount(row.amount),
      from: setting.vault,
      to: row.recipient,
      blockHeight: (row.block_number ?? payment?.blockNumber)?.toString() ?? null,
      at: row.requested_at.getTime(),
      gasFee: row.gas_fee === null ? null : formatAmount(row.gas_fee),
      ...(payment === undefined
        ? {
            confirmations: isPaid ? setting.confirmationsNeeded : null,
            confirmationsNeeded: setting.confirmationsNeeded,
          }
        : confirmationsOf(payment.blockNumber, setting)),
      status: isPaid ? 'completed' : row.state === 'returned' ? 'failed' : 'in-progress',
      txHash: row.tx_hash ?? payment?.txHash ?? null,
      withdrawalId: row.id.toString(),
    },
  };
}

function confirmationsOf(blockNumber: bigint, { height, confirmationsNeeded }: EventSetting) {
  return {
    confirmations: height === undefined ? 0 : countConfirmations(blockNumber, height),
    confirmationsNeeded,
  };
}
