import { useTranslations } from 'use-intl';
import { shortAddress } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { preloadSheet } from '#ui/sheet.tsx';

type AddressesCardProps = { readonly address: string; readonly superior: string | null };

/** The user's own address and their inviter's. */
export function AddressesCard({ address, superior }: AddressesCardProps) {
  const t = useTranslations('team');
  return (
    <Card className="py-2">
      <dl className="divide-y divide-line">
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-1">
          <dt className="text-sm text-muted">{t('myAddress')}</dt>
          <dd>
            <AddressText address={address} className="text-sm font-semibold" />
          </dd>
        </div>
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-1">
          <dt className="text-sm text-muted">{t('inviter')}</dt>
          <dd className="flex items-center gap-2">
            {superior !== null && <AddressText address={superior} className="text-sm font-semibold" />}
            <Badge kind={superior === null ? 'neutral' : 'success'}>{t(superior === null ? 'unbound' : 'bound')}</Badge>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

type BindCallProps = {
  /** What an inviter link named; it may be anything. Null without one. */
  readonly linkText: string | null;
  readonly onBind: () => void;
};

/** The way to bind an inviter, while there is none. */
export function BindCall({ linkText, onBind }: BindCallProps) {
  const t = useTranslations('team');
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-accent-soft p-4 text-accent-ink">
      <div className="min-w-[1.8rem] flex-1">
        <h2 className="font-display text-base font-semibold">{t('bindInviter')}</h2>
        <p className="mt-0.5 text-sm">
          {linkText === null ? t('bindText') : t('bindTextLink', { address: shortAddress(linkText) })}
        </p>
      </div>
      <Button size="small" className="shrink-0" onPointerEnter={preloadSheet} onClick={onBind}>
        {t('bindLook')}
      </Button>
    </section>
  );
}
