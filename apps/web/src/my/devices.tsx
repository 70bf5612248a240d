import { Badge } from '@city-mint/ui/badge.tsx';
import { Button } from '@city-mint/ui/button.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { commandApi } from '#platform/api.ts';
import { formatTime } from '#platform/format.ts';
import { loadStatus } from '#platform/load-status.ts';
import { showToast } from '#platform/toast-store.ts';
import { askToConfirm } from '#ui/confirm-store.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { myKeys, sessionsQuery } from './my-queries.ts';

/** The devices that are signed in with this account, and a button to sign out all others. */
export function Devices({ address }: { readonly address: string }) {
  const t = useTranslations('passport.devices');
  const client = useQueryClient();
  const query = useQuery(sessionsQuery(address));
  const status = loadStatus(query);

  const endSessions = async (sessionId?: string) => {
    const question = sessionId === undefined ? t('endOthersText') : t('endText');
    if (!(await askToConfirm({ title: t('endTitle'), text: question, confirmLabel: t('end') }))) return;
    const answer = await commandApi('POST /api/app/user/sessions/revoke', sessionId === undefined ? {} : { sessionId });
    if (answer === null) return;
    // A session that has already ended counts as success.
    if (answer.ok || answer.error === 'not-found') showToast(t('ended'), 'success');
    else showToast(answer.msg, 'danger');
    await client.invalidateQueries({ queryKey: myKeys.allSessions });
  };

  const others = status.kind === 'ready' ? status.data.sessions.filter((session) => !session.current) : [];
  return (
    <section aria-label={t('title')} className="flex flex-col gap-2.5">
      <SectionTitle>{t('title')}</SectionTitle>
      {status.kind === 'loading' && <SkeletonRows rows={2} />}
      {status.kind === 'failed' && <ErrorState error={status.error} onRetry={() => void query.refetch()} />}
      {status.kind === 'ready' && (
        <ul className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">
          {status.data.sessions.map((session) => (
            <li key={session.sessionId} className="pair min-h-[0.62rem] items-center px-4 py-2.5">
              <span className="text-sm figures">
                <span className="block">{t('usedAt', { time: formatTime(session.lastUsedAt) })}</span>
                <span className="block text-xs text-muted">
                  {t('signedInAt', { time: formatTime(session.createdAt) })}
                </span>
              </span>
              {session.current ? (
                <Badge kind="success">{t('current')}</Badge>
              ) : (
                <Button kind="plain" size="small" onClick={() => void endSessions(session.sessionId)}>
                  {t('end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Button kind="soft" onClick={() => void endSessions()}>
          {t('endOthers', { count: others.length })}
        </Button>
      )}
    </section>
  );
}
