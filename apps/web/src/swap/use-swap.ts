import { formatAmount } from '@city-mint/domain/money/amount-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Currency } from '#assets/assets-search.ts';
import type { TrustedContracts } from '#assets/chain/contracts-gate.tsx';
import { lazyCode, partOf } from '#platform/lazy-code.ts';
import { queryClient } from '#platform/query-client.ts';
import { serverNow } from '#platform/server-clock.ts';
import { showToast } from '#platform/toast-store.ts';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { ensureAuthorized } from '#session/ensure-authorized.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { confirmSwap } from './confirm-swap.ts';
import type { Pool, SwapFunds } from './pool.ts';
import { marketQuery, poolKeys } from './pool-queries.ts';
import { sentSwaps } from './sent-swaps.ts';
import { DEFAULT_SLIPPAGE_BPS } from './slippage.ts';
import { mostToPay, type SwapQuote, type SwapSide } from './swap-quote.ts';
import { type SwapStatus, swapStatus } from './swap-status.ts';

const swapFlow = lazyCode(['swap', 'assets'], () => import('./swap-flow.ts'));

export type SwapForm = {
  readonly status: SwapStatus;
  readonly pool: Pool | null;
  readonly sell: Currency;
  /** The field that the user filled in, and its text. */
  readonly side: SwapSide;
  readonly text: string;
  /** Nothing was entered yet, so no problem is shown. */
  readonly isUntouched: boolean;
  readonly limitBps: number;
  /** The router first needs an allowance for the FMC. */
  readonly needsApproval: boolean;
  readonly isSending: boolean;
  /** The failure of the last attempt. */
  readonly failure: string | null;
  readonly change: (side: SwapSide, text: string) => void;
  readonly changeLimit: (bps: number) => void;
  readonly touch: () => void;
  /** Exchanges the currencies; the entered amount stays with its currency. */
  readonly flip: () => void;
  readonly submit: () => Promise<void>;
};

type SwapFormInput = {
  readonly sell: Currency;
  readonly onFlip: () => void;
  readonly contracts: TrustedContracts;
};

/** Returns the swap form: the input, its quote in the newest block, and the function that sends it. */
export function useSwap({ sell, onFlip, contracts }: SwapFormInput): SwapForm {
  const { address } = useVisitor();
  const market = useQuery(marketQuery({ ...contracts, account: address }));
  const [entered, setEntered] = useState<{ readonly side: SwapSide; readonly text: string } | null>(null);
  const [limitBps, setLimitBps] = useState<number>(DEFAULT_SLIPPAGE_BPS);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { side, text } = entered ?? { side: 'sold', text: '' };
  const status = swapStatus({ sell, side, text, limitBps }, { data: market.data, hasFailed: market.isError });
  const funds = market.data?.funds ?? null;
  const send = useSend(contracts);

  return {
    status,
    pool: market.data?.pool ?? null,
    sell,
    side,
    text,
    isUntouched: entered === null,
    limitBps,
    needsApproval: needsApproval(status, funds),
    isSending,
    failure,
    change(nextSide, nextText) {
      setEntered({ side: nextSide, text: nextText.trim() });
      setFailure(null);
    },
    changeLimit: setLimitBps,
    touch: () => setEntered((current) => current ?? { side, text }),
    flip() {
      setEntered((current) => current && { ...current, side: current.side === 'sold' ? 'received' : 'sold' });
      setFailure(null);
      onFlip();
    },
    async submit() {
      const quote = status.kind === 'open' && status.problem === null ? status.quote : null;
      if (isSending || quote === null) return;
      setIsSending(true);
      setFailure(null);
      // The quote that the button shows: a later block does not change the confirmed amounts.
      const transactions = needsApproval(status, funds) ? 2 : 1;
      const result = await send(quote, transactions).finally(() => setIsSending(false));
      if (result !== 'sent') return setFailure(result);
      setEntered(null);
      // The swap's progress is shown at the top.
      window.scrollTo(0, 0);
    },
  };
}

/** Returns whether the operator has paused swaps by now: this may have changed during the confirmation. */
async function isPausedNow(): Promise<boolean> {
  const home = await queryClient.fetchQuery({ ...publicStateQuery, staleTime: 0, retry: false }).catch(() => null);
  return home?.paused.includes('swap') ?? false;
}

function needsApproval(status: SwapStatus, funds: SwapFunds | null): boolean {
  if (status.kind !== 'open' || status.problem !== null || status.quote === null || funds === null) return false;
  return status.quote.sell === 'FMC' && funds.allowance < mostToPay(status.quote);
}

/** Returns a function that sends a swap; it returns `sent`, the text of a failure, or null if the user went back. */
function useSend({ router, fmc }: TrustedContracts) {
  const t = useTranslations('swap');
  const { address } = useVisitor();
  return async (quote: SwapQuote, transactions: 1 | 2): Promise<'sent' | string | null> => {
    if (!(await ensureAuthorized()) || address === null || !(await confirmSwap(quote, transactions))) return null;
    if (await isPausedNow()) return t('pausedNow');
    const onAuthorized = () => showToast(t('authorized'), 'success');
    const flow = await partOf(swapFlow);
    if (flow === null) return null;
    const outcome = await flow.sendSwap({ account: address, router, fmc, quote, onAuthorized });
    void queryClient.invalidateQueries({ queryKey: poolKeys.allMarkets });
    if (!outcome.ok) {
      if (!outcome.cancelled) return outcome.text;
      showToast(outcome.text);
      return null;
    }
    sentSwaps.put({
      hash: outcome.hash,
      address,
      sell: quote.sell,
      sold: formatAmount(quote.sold),
      received: formatAmount(quote.received),
      limitBps: quote.limitBps,
      sentAt: Math.round(serverNow()),
    });
    showToast(t('sent'), 'success');
    return 'sent';
  };
}
