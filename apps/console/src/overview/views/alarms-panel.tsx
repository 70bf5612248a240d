import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '#platform/format.ts';
import { Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import type { Overview } from '../overview-types.ts';
import { RoomLink } from './room-link.tsx';

/** Room that handles each kind of alarm. */
const ROOM_OF = { pause: '/limits', chain: '/chain', journal: '/journal' } as const;
const ROOM_OF_CHECK = { journal: '/journal', anchors: '/journal', indexer: '/chain' } as const;

/** Results of the health checks, and the newest alarms. */
export function AlarmsPanel({
  overview: { alarms, checks },
}: {
  readonly overview: Pick<Overview, 'alarms' | 'checks'>;
}) {
  const t = useTranslations('overview.alarms');
  const locale = useLocale();
  return (
    <Panel title={t('title')}>
      <h3 className="font-medium text-muted text-xs">{t('checks')}</h3>
      <ul className="mb-3 flex flex-col divide-y divide-line text-sm">
        {checks.map(({ name, problem }) => (
          <li key={name} className="flex items-center justify-between gap-4">
            <RoomLink to={ROOM_OF_CHECK[name]}>{t(`names.${name}`)}</RoomLink>
            {problem === null ? (
              <span className="text-success">{t('ok')}</span>
            ) : (
              <span className="flex min-w-0 flex-col break-words text-right">
                <span className="font-medium text-danger">
                  {t(`problems.${problem.code}`, {
                    count: problem.count ?? 0,
                    time: formatDuration((problem.seconds ?? 0) * 1_000, locale),
                  })}
                </span>
                {problem.detail !== undefined && (
                  <span className="text-muted text-xs" lang="en">
                    {problem.detail}
                  </span>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {alarms.length === 0 ? (
        <p className="text-muted text-sm">{t('none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {alarms.map(({ kind, raisedAt }) => (
            <li key={`${kind}${raisedAt}`} className="flex items-center justify-between gap-4">
              <RoomLink to={ROOM_OF[kind]}>{t(kind)}</RoomLink>
              <Time time={raisedAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
