import { useTranslations } from 'use-intl';
import { ProgressBar } from '#ui/progress-bar.tsx';

/** How far a transaction is from final. */
export function ConfirmationBar({ count, needed }: { readonly count: number; readonly needed: number }) {
  const t = useTranslations('assets');
  const bps = needed === 0 ? 10_000 : Math.floor((Math.min(count, needed) * 10_000) / needed);
  return <ProgressBar bps={bps} label={t('confirmations', { count: String(count), needed: String(needed) })} />;
}
