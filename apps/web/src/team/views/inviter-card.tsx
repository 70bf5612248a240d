import { shortAddress } from '@city-mint/client/format.ts';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Button } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { AddressText } from '#ui/address-text.tsx';
import type { AskedBinding } from '../network.ts';

type AddressesCardProps = {
  readonly address: string;
  readonly superior: string | null;
  /** The inviter of a pending binding. */
  readonly pending: string | null;
};

/** The user's own address and their inviter's. */
export function AddressesCard({ address, superior, pending }: AddressesCardProps) {
  const t = useTranslations('team');
  const inviter = superior ?? pending;
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
            {inviter !== null && <AddressText address={inviter} className="text-sm font-semibold" />}
            {superior !== null && <Badge kind="success">{t('bound')}</Badge>}
            {superior === null && pending !== null && <Badge kind="pending">{t('binding.badge')}</Badge>}
            {inviter === null && <Badge>{t('unbound')}</Badge>}
          </dd>
        </div>
      </dl>
    </Card>
  );
}

type BindCallProps = {
  /** The unchecked text of an inviter link, which may be anything; null without one. */
  readonly linkText: string | null;
  readonly onBind: () => void;
};

/** The call to bind an inviter, while there is none. */
export function BindCall({ linkText, onBind }: BindCallProps) {
  const t = useTranslations('team');
  return (
    <section className="pair items-center rounded-xl bg-accent-soft p-4 text-accent-ink">
      <div className="min-w-[1.8rem] flex-1">
        <h2 className="font-display text-base font-semibold">{t('bindInviter')}</h2>
        <p className="mt-0.5 text-sm">
          {linkText === null ? t('bindText') : t('bindTextLink', { address: shortAddress(linkText) })}
        </p>
      </div>
      <Button size="small" className="shrink-0" onClick={onBind}>
        {t('bindLook')}
      </Button>
    </section>
  );
}

/** The state of the binding that the user signed: pending, or refused with its reason. */
export function BindingState({ binding: { superior, refusal } }: { readonly binding: AskedBinding }) {
  const t = useTranslations('team.binding');
  const address = shortAddress(superior);
  return (
    <div role="status">
      <Notice kind={refusal === null ? 'pending' : 'danger'}>
        <p className="font-semibold">{refusal === null ? t('title') : t('refused', { address })}</p>
        <p>{refusal ?? t('text', { address })}</p>
      </Notice>
    </div>
  );
}
