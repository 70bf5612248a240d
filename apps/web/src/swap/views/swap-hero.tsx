import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { formatChange, formatPrice, formatTime } from '#platform/format.ts';
import { type Pool, poolPrice } from '../pool.ts';
import { poolAfter, type SwapQuote } from '../swap-quote.ts';
import { PoolCurve } from './pool-curve.tsx';

type Changes = ReplyOf<'GET /api/app/home'>['price'];

type SwapHeroProps = {
  /** Null while it is read, or if there is none. */
  readonly pool: Pool | null;
  readonly quote: SwapQuote | null;
  /** Null until the server has answered. */
  readonly changes: Changes | null;
  /** Opens the price over time. */
  readonly onChart: () => void;
};

/** The price of FMC in the pool, its changes, and the swap's effect on the pool. */
export function SwapHero({ pool, quote, changes, onChart }: SwapHeroProps) {
  const t = useTranslations('swap.price');
  const after = pool === null || quote === null ? null : poolAfter(quote, pool);
  return (
    <section aria-label={t('title')} className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -right-24 -bottom-28 size-80 text-hero-line opacity-[0.13]" />
      <div className="relative flex flex-col gap-4">
        <div className="pair items-start">
          <div>
            <h2 className="text-sm text-hero-muted">{t('one')}</h2>
            <p className="mt-0.5 text-3xl font-semibold tracking-tight figures">
              {pool === null ? '—' : <data value={poolPrice(pool)}>{formatPrice(poolPrice(pool))}</data>}{' '}
              <span className="text-base font-medium text-hero-muted">JU</span>
            </p>
          </div>
          <button type="button" onClick={onChart} className="tap flex flex-col items-end gap-1 text-xs figures">
            <span className="inline-flex items-center gap-1 rounded-full bg-hero-line/15 px-2.5 py-1 font-medium text-hero-line">
              {t('day', { change: formatChange(changes?.dayBps ?? null) })}
              <Icon name="next" className="text-2xs" />
            </span>
            <span className="text-hero-muted">{t('week', { change: formatChange(changes?.weekBps ?? null) })}</span>
            <span className="text-hero-muted">{t('month', { change: formatChange(changes?.monthBps ?? null) })}</span>
            <span className="sr-only">{t('chart')}</span>
          </button>
        </div>
        <div className="min-h-[0.9rem] text-hero-line">{pool !== null && <PoolCurve pool={pool} after={after} />}</div>
        <p className="text-xs text-hero-muted figures">
          {t('source', { block: pool === null ? '—' : String(pool.block) })}
          <br />
          {changes === null || changes.dayBps === null || changes.sampledAt === null
            ? t('noChanges')
            : t('changes', { time: formatTime(changes.sampledAt) })}
        </p>
      </div>
    </section>
  );
}
