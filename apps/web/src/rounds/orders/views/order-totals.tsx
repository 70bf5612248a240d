import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { Fold } from '#ui/fold.tsx';

export type OrderTotals = ReplyOf<'POST /api/biz/mint/totals'>;

/** Totals of all the user's orders: FMC first, then the separate result in JU; a tap shows every sum. */
export function OrderTotalsCard({ totals }: { readonly totals: OrderTotals }) {
  const t = useTranslations('orders.totals');
  const exact = (value: string, unit: string) => <Amount value={value} unit={unit} exact />;
  return (
    <section aria-label={t('title')} className="relative overflow-hidden rounded-2xl bg-hero p-4 text-hero-ink">
      <Guilloche className="absolute -top-24 -right-20 size-72 text-hero-line opacity-20" />
      <div className="relative flex flex-col gap-3">
        <div>
          <p className="text-sm text-hero-muted">{t('fmcPaid')}</p>
          <Amount
            value={totals.fmcPaid}
            unit="FMC"
            signed
            compact
            className="block text-3xl font-semibold tracking-tight text-gold"
          />
        </div>
        <dl className="tiles border-t border-hero-line/25 pt-3">
          <Figure label={t('fmcDue')}>
            <Amount value={totals.fmcDue} unit="FMC" compact />
          </Figure>
          <Figure label={t('inRounds')}>
            <Amount value={totals.inRounds} unit="JU" compact />
          </Figure>
          <Figure label={t('net')}>
            <Amount value={totals.netJu} unit="JU" signed compact />
          </Figure>
        </dl>
        <Fold title={t('all')} kind="line" className="border-t border-hero-line/25" titleClassName="text-hero-muted">
          <div className="rounded-lg bg-surface px-3 text-ink">
            <KeyValues
              rows={[
                { label: t('joined'), value: exact(totals.joined, 'JU') },
                { label: t('inRounds'), value: exact(totals.inRounds, 'JU') },
                { label: t('returned'), value: exact(totals.returned, 'JU') },
                { label: t('compensation'), value: exact(totals.compensation, 'JU') },
                { label: t('split'), value: exact(totals.split, 'JU') },
                { label: t('net'), value: <Amount value={totals.netJu} unit="JU" signed exact />, strong: true },
                { label: t('fmcPaid'), value: exact(totals.fmcPaid, 'FMC'), strong: true },
                { label: t('fmcDue'), value: exact(totals.fmcDue, 'FMC') },
              ]}
            />
          </div>
        </Fold>
      </div>
    </section>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-xs text-hero-muted">{label}</dt>
      <dd className="text-sm font-semibold">{children}</dd>
    </div>
  );
}
