import { useTranslations } from 'use-intl';

type Confirmations = { readonly count: number; readonly needed: number };

/** A transaction's confirmations, out of the number needed. */
export function ConfirmationBar({ count, needed }: Confirmations) {
  return (
    <div className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <ConfirmationMeter count={count} needed={needed} />
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-500"
        style={{ width: `${percentOf({ count, needed })}%` }}
      />
    </div>
  );
}

/** The same for screen readers, where a picture shows the confirmations. */
export function ConfirmationMeter({ count, needed }: Confirmations) {
  const t = useTranslations('assets');
  const label = t('confirmations', { count: String(count), needed: String(needed) });
  return (
    <meter className="sr-only" aria-label={label} min={0} max={100} value={Math.floor(percentOf({ count, needed }))} />
  );
}

function percentOf({ count, needed }: Confirmations): number {
  return needed === 0 ? 100 : (Math.min(count, needed) * 100) / needed;
}
