import type { assetEvent } from '@city-mint/api-contract/assets/endpoints';
import type { Currency } from '@city-mint/domain/ledger/currencies';
import { formatAmount } from '@city-mint/domain/money/amount-text';
import type { TokenAmount } from '@city-mint/domain/money/token-amount';
import type { z } from 'zod';
import { countConfirmations } from '#platform/chain/count-confirmations.ts';
import type { ChainHeight } from '#platform/chain/read-chain-height.ts';
import type { PendingEvent } from '#platform/chain/read-pending-events.ts';
import { type AssetEventKey, RECHARGE_KEY, WITHDRAWAL_KEY } from './asset-event-key.ts';
import type { RechargeRow } from './store/recharges.ts';
import type { WithdrawalRow } from './store/withdrawals.ts';
import { storedCurrency } from './stored-currency.ts';

/** A recharge or a withdrawal as record lists show it. */
export type AssetEvent = z.output<typeof assetEvent>;

export type ListedEvent = { readonly key: AssetEventKey; readonly event: AssetEvent };

/** Whose events they are, and what the chain's height makes of them. */
export type EventSetting = {
  /** The user's own address, which recharges come from. */
  readonly account: string;
  readonly vault: string;
  readonly confirmationsNeeded: number;
  readonly height: ChainHeight | undefined;
};

/** A deposit that is not final yet, of an account; `amount` in base units. */
export type PendingDeposit = {
  readonly place: PendingEvent;
  readonly currency: Currency;
  readonly amount: TokenAmount;
};

/** A recharge that was credited. */
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

/** A deposit that the chain may still take back; once final it keeps its number under the letter of a recharge. */
export function pendingRechargeEvent({ place, currency, amount }: PendingDeposit, setting: EventSetting): ListedEvent {
  return {
    key: { at: place.blockAt.getTime(), kind: RECHARGE_KEY, id: place.sequence },
    event: {
      eventId: `p-${place.sequence}`,
      kind: 'recharge',
      currency,
      quantity: formatAmount(amount),
      from: setting.account,
      to: setting.vault,
      blockHeight: place.blockNumber.toString(),
      at: place.blockAt.getTime(),
      gasFee: null,
      ...confirmationsOf(place, setting),
      status: 'in-progress',
      txHash: place.txHash,
      withdrawalId: null,
    },
  };
}

/** A withdrawal, with its payment if one is on the chain and not final yet. */
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
        : confirmationsOf(payment, setting)),
      status: isPaid ? 'completed' : row.state === 'returned' ? 'failed' : 'in-progress',
      txHash: row.tx_hash ?? payment?.txHash ?? null,
      withdrawalId: row.id.toString(),
    },
  };
}

function confirmationsOf(place: PendingEvent, { height, confirmationsNeeded }: EventSetting) {
  return {
    confirmations: height === undefined ? 0 : countConfirmations(place.blockNumber, height),
    confirmationsNeeded,
  };
}
