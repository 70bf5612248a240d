import { shortAddress } from '@city-mint/client/format.ts';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { navigate } from '#platform/router/router.tsx';
import { ListRow } from '#ui/list-row.tsx';

type DetailRowsProps = {
  readonly superior: string | null;
  /** The inviter of a pending binding. */
  readonly pendingSuperior: string | null;
  /** The exchange account that the exchange has confirmed. */
  readonly uid: string | null;
  /** The exchange account that is not confirmed yet. */
  readonly pendingUid: string | null;
};

/** The account's inviter and exchange account, and links to its records. */
export function DetailRows({ superior, pendingSuperior, uid, pendingUid }: DetailRowsProps) {
  const t = useTranslations('passport');
  return (
    <div className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">
      <ListRow
        icon="team"
        title={t('inviter')}
        value={<Inviter superior={superior} pending={pendingSuperior} />}
        onClick={() => navigate({ to: '/team' })}
      />
      <ListRow
        icon="external"
        title={t('uid')}
        value={
          uid === null ? (
            pendingUid === null ? (
              t('notBound')
            ) : (
              t('pendingUid', { uid: pendingUid })
            )
          ) : (
            <Bound text={uid} />
          )
        }
        onClick={() => navigate({ to: '/machine' })}
      />
      <ListRow icon="record" title={t('statement')} onClick={() => navigate({ to: '/statement' })} />
      <ListRow icon="shield" title={t('proof')} onClick={() => navigate({ to: '/proof' })} />
    </div>
  );
}

function Inviter({ superior, pending }: { readonly superior: string | null; readonly pending: string | null }) {
  const t = useTranslations('passport');
  if (superior !== null) return <Bound text={shortAddress(superior)} />;
  return pending === null ? t('notBound') : <Bound text={shortAddress(pending)} isPending />;
}

function Bound({ text, isPending = false }: { readonly text: string; readonly isPending?: boolean }) {
  const t = useTranslations('passport');
  return (
    <span className="inline-flex max-w-full flex-wrap items-center justify-end gap-x-2 gap-y-1 py-1.5">
      <span className="font-mono">{text}</span>
      {isPending ? <Badge kind="pending">{t('binding')}</Badge> : <Badge kind="success">{t('bound')}</Badge>}
    </span>
  );
}
