import { MOST_COUNTED } from '@city-mint/api-contract/operator/overview-endpoints';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Panel } from '#ui/panel.tsx';
import type { Overview } from '../overview-types.ts';
import { RoomLink } from './room-link.tsx';

type WaitingName = keyof Overview['waiting'];

/** Room that handles each kind of work. */
const ROOM_OF: Record<WaitingName, string> = {
  proposals: '/proposals',
  ownProposals: '/proposals',
  withdrawals: '/withdrawals',
  grantsInAlarm: '/rewards',
  unknownPayments: '/chain',
  unreadable: '/plans',
  roundsSuspended: '/rounds',
};

/** Filters of the linked list, so that it shows the items counted here. */
const SEARCH_OF: Partial<Record<WaitingName, Readonly<Record<string, string>>>> = {
  withdrawals: { state: 'requested' },
  grantsInAlarm: { state: 'alarm' },
};

const NAMES = Object.keys(ROOM_OF).filter((name): name is WaitingName => name in ROOM_OF);

/** Work that waits for operators, each with a link to its room, and the paused parts. */
export function WaitingPanel({
  overview: { waiting, pausedParts },
}: {
  readonly overview: Pick<Overview, 'waiting' | 'pausedParts'>;
}) {
  const t = useTranslations('overview.waiting');
  const parts = useTranslations('overview.parts');
  const open = NAMES.filter((name) => waiting[name] > 0);
  return (
    <Panel title={t('title')}>
      {open.length + pausedParts.length === 0 ? (
        <p className="text-muted text-sm">{t('none')}</p>
      ) : (
        <ul className="grid gap-2 sm:grid-cols-2">
          {open.map((name) => (
            <li key={name}>
              <RoomLink
                to={ROOM_OF[name]}
                search={SEARCH_OF[name] ?? {}}
                className="rounded-sm bg-pending-soft px-3 py-2 text-ink hover:underline"
              >
                <span className="min-w-0 flex-1 text-sm">{t(name)}</span>
                <span className="font-semibold text-lg figures" data-waiting={name}>
                  {waiting[name] >= MOST_COUNTED ? t('most', { count: MOST_COUNTED }) : waiting[name]}
                </span>
              </RoomLink>
            </li>
          ))}
          {pausedParts.map(({ part, reason, since }) => (
            <li key={part}>
              <RoomLink to="/limits" className="rounded-sm bg-danger-soft px-3 py-2 text-ink hover:underline">
                <span className="min-w-0 flex-1 text-sm">
                  <strong className="text-danger">{t('paused', { part: parts(part) })}</strong>{' '}
                  <span className="text-muted text-xs">{t('pausedSince', { time: formatTime(since) })}</span>
                  {reason !== null && <span className="block break-words text-xs">{reason}</span>}
                </span>
              </RoomLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
