import { useTranslations } from 'use-intl';

/** How many confirmations of those it needs a transaction has. */
export function ConfirmationBar({ count, needed }: { readonly count: number; readonly needed: number }) {
  const t = useTranslations('assets');
  const percent = needed === 0 ? 100 : (Math.min(count, needed) * 100) / needed;
  const label = t('confirmations', { count: String(count), needed: String(needed) });
  return (
    <div className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <meter className="sr-only" aria-label={label} min={0} max={100} value={Math.floor(percent)} />
      <div className="h-full rounded-full bg-accent transition-[width] duration-500" style={{ width: `${percent}%` }} />
    </div>
  );
}
