import type { OrderState } from '@city-mint/domain/rounds/order-state';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { assetsKeys } from '#assets/assets-queries.ts';
import { queryClient } from '#platform/query-client.ts';
import { showToast } from '#platform/toast-store.ts';
import { changedOrders, orderOutcome } from './order-outcome.ts';
import { roundsKeys } from './rounds-queries.ts';

type Order = { readonly orderId: string; readonly state: OrderState };

/**
 * Notifies the user when an order that is on the screen is minted or fails, and refreshes the list of orders and the
 * assets whenever one changes its state, which moves money.
 */
export function useOrderOutcomes(orders: readonly Order[]): void {
  const t = useTranslations('rounds.join');
  const before = useRef(orders);
  const follow = useEffectEvent(() => {
    const changed = changedOrders(before.current, orders);
    before.current = orders;
    if (changed.length === 0) return;
    for (const queryKey of [roundsKeys.allOrders, assetsKeys.allBalances])
      void queryClient.invalidateQueries({ queryKey });
    const outcomes = changed.map(orderOutcome);
    if (outcomes.includes('failed')) showToast(t('failedToast'), 'danger');
    else if (outcomes.includes('cancelled')) showToast(t('cancelledToast'));
    else if (outcomes.includes('minted')) showToast(t('mintedToast'), 'success');
  });
  const states = orders.map(({ orderId, state }) => `${orderId} ${state}`).join();
  useEffect(() => {
    if (states !== '') follow();
  }, [states]);
}
