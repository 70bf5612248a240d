import { formatAmount } from '@city-mint/domain/money/amount-text';
import { GAS_LIMIT } from '#assets/chain/wallet-funds.ts';
import { exactAmount, shownAmount } from '#platform/i18n/amount-text.ts';
import { readBackAmount } from '#platform/i18n/read-back-amount.ts';
import { translate } from '#platform/i18n/translate.ts';
import { activeChain } from '#session/active-chain.ts';
import { askToConfirm } from '#ui/confirm-store.ts';
import { percentText } from './slippage.ts';
import { mostToPay, type SwapQuote, shownAtMost } from './swap-quote.ts';

/** Price impact in basis points above which the user is warned, and above which a separate confirmation is needed. */
export const IMPACT = { warned: 300, stopped: 1_500 } as const;

/**
 * Asks the user to confirm in words what the wallet will sign, for this many transactions (two with an approval);
 * resolves true only if they do.
 */
export async function confirmSwap(quote: SwapQuote, transactions: 1 | 2): Promise<boolean> {
  if (quote.impactBps > IMPACT.stopped && !(await confirmImpact(quote))) return false;
  const { sell, buy, exact, bound, received, limitBps } = quote;
  const isSoldExact = exact === 'sold';
  const least = formatAmount(isSoldExact ? bound : received);
  const paid = formatAmount(mostToPay(quote));
  return askToConfirm({
    title: translate('swap.confirm.title'),
    slip: [
      { label: translate(isSoldExact ? 'swap.sell' : 'swap.payAtMost'), value: readBackAmount(paid, sell) },
      {
        label: translate(isSoldExact ? 'swap.getAtLeast' : 'swap.get'),
        value: readBackAmount(least, buy),
        kind: 'strong',
      },
      { label: translate('swap.limit'), value: `${percentText(limitBps)}%` },
      { label: translate('swap.network'), value: activeChain.name },
      { label: translate('swap.gas'), value: await gasText(BigInt(transactions)) },
    ],
    text: translate('swap.confirm.text'),
    confirmLabel: translate('swap.title'),
  });
}

function confirmImpact({ impactBps, sold, sell }: SwapQuote): Promise<boolean> {
  return askToConfirm({
    title: translate('swap.confirm.impactTitle', { percent: percentText(impactBps) }),
    text: translate('swap.confirm.impactText', { amount: exactAmount(shownAtMost(sold)), unit: sell }),
    confirmLabel: translate('swap.confirm.impactAccept'),
    kind: 'danger',
  });
}

/** Returns an upper bound of the gas cost, in JU; a dash if the node does not answer. */
async function gasText(transactions: bigint): Promise<string> {
  try {
    const { gasPrice } = await import('#assets/chain/chain-reads.ts');
    const most = shownAmount(formatAmount((await gasPrice()) * GAS_LIMIT * transactions));
    return translate('swap.gasAtMost', { amount: most === '0' ? exactAmount('0.0001') : most });
  } catch {
    return '—';
  }
}
