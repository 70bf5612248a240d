import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { WITHDRAWAL_STEPS } from '../withdrawal.ts';
import { STEP_ICONS } from './withdrawal-stations.ts';

/** The parties and their steps until a withdrawal is paid. */
export function WithdrawHow({ confirmationsNeeded }: { readonly confirmationsNeeded: number }) {
  const t = useTranslations('assets.withdraw');
  return (
    <section className="flex flex-col gap-2 px-1">
      <h2 className="font-display text-base font-semibold">{t('howTitle')}</h2>
      <ol className="flex flex-col gap-2.5 text-sm">
        {WITHDRAWAL_STEPS.map((step) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink"
            >
              <Icon name={STEP_ICONS[step]} />
            </span>
            <span className="min-w-0">
              <span className="block font-medium">{t(`stepsShort.${step}`)}</span>
              <span className="block text-muted">{t(`how.${step}`, { count: String(confirmationsNeeded) })}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
