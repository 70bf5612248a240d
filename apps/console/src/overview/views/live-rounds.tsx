import { useTranslations } from 'use-intl';
import { shownFigure } from '#platform/shown-figure.ts';
import { Panel } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import type { Overview } from '../overview-types.ts';
import { RoomLink } from './room-link.tsx';

/** The open rounds, each with its filled share. */
export function LiveRounds({ rounds }: Pick<Overview, 'rounds'>) {
  const t = useTranslations('overview.rounds');
  return (
    <Panel title={t('title')} aside={<RoomLink to="/rounds">{t('all')}</RoomLink>}>
      {rounds.length === 0 ? (
        <p className="text-muted text-sm">{t('none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {rounds.map(({ roundId, city, phase, number, quota, filled, orders, closesAt, pausedSince }) => (
            <li key={roundId} className="grid gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
              <RoomLink to={`/rounds/${roundId}`}>{t('name', { city, phase, number })}</RoomLink>
              <div className="flex min-w-0 flex-col gap-1">
                <Bar label={t('filled')} filled={filled} quota={quota} />
                <div className="flex flex-wrap justify-between gap-x-4 text-muted text-xs">
                  <span className="figures">
                    {t('of', { filled: shownFigure(filled), quota: shownFigure(quota) })} ·{' '}
                    {t('orders', { count: orders })}
                  </span>
                  <span>
                    {pausedSince === null ? t('closes') : t('paused')} <Time time={closesAt} />
                  </span>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type BarProps = { readonly label: string; readonly filled: string; readonly quota: string };

/** An approximate picture: the exact figures are next to it. */
function Bar({ label, filled, quota }: BarProps) {
  return <meter aria-label={label} className="fill-meter" min={0} max={Number(quota)} value={Number(filled)} />;
}
