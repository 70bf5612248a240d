import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';

/** Leads to the settlement of a round: all its orders, and whether the contract has them. */
export function SettledLink({ roundId }: { readonly roundId: string }) {
  const t = useTranslations('rounds.settledLink');
  return (
    <Link
      to="/round"
      search={{ id: roundId }}
      className="flex min-h-[0.54rem] items-center gap-3 rounded-xl bg-surface px-4 py-2.5 shadow-card active:bg-sunken"
    >
      <Icon name="shield" className="text-lg text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold">{t('title')}</span>
        <span className="block text-xs text-muted">{t('text')}</span>
      </span>
      <Icon name="next" className="text-sm text-muted" />
    </Link>
  );
}
