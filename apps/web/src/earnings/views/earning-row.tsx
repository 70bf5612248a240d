import { useTranslations } from 'use-intl';
import { formatClock } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import type { Earning } from '../earnings-csv.ts';
import { useEarningNames } from './use-earning-names.ts';

type EarningRowProps = { readonly earning: Earning; readonly onOpen: () => void };

/** An earning in the list; a tap opens its bill. */
export function EarningRow({ earning, onOpen }: EarningRowProps) {
  const t = useTranslations('earnings');
  const { source } = useEarningNames(earning);
  const isFmc = earning.currency === 'FMC';
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-[0.6rem] w-full flex-wrap items-center gap-x-3 px-4 py-2 text-left active:bg-sunken"
    >
      <span
        aria-hidden="true"
        className={`inline-flex size-9 shrink-0 items-center justify-center rounded-full font-display text-sm font-semibold ${isFmc ? 'bg-hero text-hero-line' : 'bg-accent-soft text-accent-ink'}`}
      >
        {isFmc ? 'F' : 'JU'}
      </span>
      <span className="min-w-[0.9rem] flex-1">
        <span className="block font-medium">
          {earning.stage !== null && `${t('list.stage', { number: earning.stage })} · `}
          {t(`types.${earning.type}`)}
        </span>
        <span className="line-clamp-2 block text-xs text-muted">
          <span className="figures">{formatClock(earning.at)}</span> · {source}
        </span>
      </span>
      <Amount
        value={earning.amount}
        unit={earning.currency}
        signed
        compact
        className="ml-auto font-semibold text-success"
      />
    </button>
  );
}
