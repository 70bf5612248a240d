import { useTranslations } from 'use-intl';
import { shortAddress } from '#platform/format.ts';
import { AddressText } from '#ui/address-text.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { preloadSheet } from '#ui/sheet.tsx';

type InviterCardProps = {
  readonly address: string;
  readonly superior: string | null;
  /** What an inviter link carried; it may be anything. */
  readonly linkText: string | null;
  readonly onBind: () => void;
};

/** The user's own address and their inviter; without one, the way to bind one. */
export function InviterCard({ address, superior, linkText, onBind }: InviterCardProps) {
  const t = useTranslations('team');
  return (
    <Card className="flex flex-col gap-1">
      <dl className="divide-y divide-line">
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 pb-2">
          <dt className="text-sm text-muted">{t('myAddress')}</dt>
          <dd>
            <AddressText address={address} className="text-sm font-semibold" />
          </dd>
        </div>
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 pt-2">
          <dt className="text-sm text-muted">
            {t('inviter')}
            <span className="block text-xs">{t('inviterFinal')}</span>
          </dt>
          <dd className="flex items-center gap-2">
            {superior !== null && <AddressText address={superior} className="text-sm font-semibold" />}
            <Badge kind={superior === null ? 'neutral' : 'success'}>{t(superior === null ? 'unbound' : 'bound')}</Badge>
          </dd>
        </div>
      </dl>
      {superior === null && (
        <div className="mt-2 flex flex-col gap-3 rounded-lg bg-accent-soft px-4 py-3 text-accent-ink">
          <p className="text-sm">
            {linkText === null ? t('bindText') : t('bindTextLink', { address: shortAddress(linkText) })}
          </p>
          <Button size="small" className="self-start" onPointerEnter={preloadSheet} onClick={onBind}>
            {t('bindLook')}
          </Button>
        </div>
      )}
    </Card>
  );
}
