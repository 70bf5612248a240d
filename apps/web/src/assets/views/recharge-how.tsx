import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';

type RechargeHowProps = { readonly confirmationsNeeded: number; readonly vault: string };

/** How a recharge arrives, and where it goes. */
export function RechargeHow({ confirmationsNeeded, vault }: RechargeHowProps) {
  const t = useTranslations('assets.deposit');
  return (
    <section className="flex flex-col gap-1 px-1 text-sm text-muted">
      <h2 className="font-semibold text-ink">{t('howTitle')}</h2>
      <p>{t('how', { count: String(confirmationsNeeded) })}</p>
      <p className="flex flex-wrap items-center gap-x-2">
        {t('vault')} <AddressText address={vault} className="text-sm" />
      </p>
    </section>
  );
}
