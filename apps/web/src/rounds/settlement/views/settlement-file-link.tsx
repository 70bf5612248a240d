import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';

/** A link to the settlement file of the round, from which anyone can recompute it. */
export function SettlementFileLink({ url }: { readonly url: string }) {
  const t = useTranslations('rounds.order');
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-[0.54rem] items-center gap-2 rounded-xl border border-line px-3 py-2.5 active:bg-sunken"
    >
      <Icon name="record" className="text-lg text-accent-ink" />
      <span className="min-w-0 flex-1">
        <span className="block text-sm font-semibold">{t('file')}</span>
        <span className="block text-xs text-muted">{t('fileText')}</span>
      </span>
      <Icon name="external" className="text-sm text-muted" />
    </a>
  );
}
