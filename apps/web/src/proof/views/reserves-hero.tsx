import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { useTranslations } from 'use-intl';
import { Amount } from '#ui/amount.tsx';
import { coverPercent } from '../cover-percent.ts';

type Root = ReplyOf<'GET /api/app/proof'>['roots'][number];

/** The vault's cover of the liabilities, as a coin for each currency. */
export function ReservesHero({ roots }: { readonly roots: readonly Root[] }) {
  const t = useTranslations('proof');
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-16 -right-16 size-64 text-hero-line opacity-20" />
      <p className="relative text-sm text-hero-muted">{t('promise')}</p>
      <div className="relative mt-4 tiles">
        {roots.map((root) => {
          const cover = coverPercent(root);
          return (
            <div key={root.currency} className="flex flex-col items-center gap-2 text-center">
              <ProgressRing
                bps={cover.bps}
                label={t('coverOf', { currency: root.currency })}
                className={`size-[1.12rem] ${cover.bps >= 10_000 ? 'text-hero-line' : 'text-brick'}`}
              >
                <span className="text-xl font-semibold figures text-hero-ink">{cover.text}</span>
                <span className="text-2xs text-hero-muted">{root.currency}</span>
              </ProgressRing>
              <p className="text-xs text-hero-muted">
                {t('held')} <Amount value={root.vaultBalance} compact className="font-medium text-hero-ink" />
                <br />
                {t('owedShort')} <Amount value={root.total} compact className="font-medium text-hero-ink" />
              </p>
            </div>
          );
        })}
      </div>
    </section>
  );
}
