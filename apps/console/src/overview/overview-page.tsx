import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { type OverviewKey, overviewQuery } from './overview-queries.ts';
import { AlarmsPanel } from './views/alarms-panel.tsx';
import { ChainPanel, JournalPanel } from './views/health-panels.tsx';
import { LiveRounds } from './views/live-rounds.tsx';
import { MoneyToday } from './views/money-today.tsx';
import { WaitingPanel } from './views/waiting-panel.tsx';

/** The operators' start page: what waits first, then the money, the rounds and the health of the system. */
export function OverviewPage() {
  const t = useTranslations('overview');
  const room = useTranslations('shell.room');
  const { data: newest } = useQuery(overviewQuery('POST /api/ops/overview/waiting'));
  return (
    <Room
      title={room('overview')}
      lead={t('lead')}
      actions={
        newest !== undefined && <p className="text-muted text-xs">{t('readAt', { time: formatTime(newest.readAt) })}</p>
      }
    >
      <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Part of="POST /api/ops/overview/waiting" title={t('waiting.title')}>
            {(part) => <WaitingPanel overview={part} />}
          </Part>
          <Part of="POST /api/ops/overview/money" title={t('money.title')}>
            {({ money }) => <MoneyToday money={money} />}
          </Part>
          <Part of="POST /api/ops/overview/rounds" title={t('rounds.title')}>
            {({ rounds }) => <LiveRounds rounds={rounds} />}
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Part of="POST /api/ops/overview/alarms" title={t('alarms.title')}>
            {(part) => <AlarmsPanel overview={part} />}
          </Part>
          <Part of="POST /api/ops/overview/chain" title={t('chain.title')}>
            {({ chain }) => <ChainPanel chain={chain} />}
          </Part>
          <Part of="POST /api/ops/overview/journal" title={t('journal.title')}>
            {({ journal }) => <JournalPanel journal={journal} />}
          </Part>
        </div>
      </div>
    </Room>
  );
}

type PartProps<Key extends OverviewKey> = {
  readonly of: Key;
  /** Title of its panel while it has no figures. */
  readonly title: string;
  readonly children: (part: ReplyOf<Key>) => ReactNode;
};

/** A part of the overview, read by itself. If a reading fails, its last figures stay, with their time. */
function Part<Key extends OverviewKey>({ of, title, children }: PartProps<Key>) {
  const t = useTranslations('overview');
  const query = useQuery(overviewQuery(of));
  const { data, error } = query;
  if (data === undefined) {
    return (
      <Panel title={title}>
        <Loaded query={query}>{children}</Loaded>
      </Panel>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {children(data)}
      {/* Read out when it appears, not at every refresh. */}
      <p role="status" className="text-right font-medium text-danger text-xs empty:hidden">
        {error !== null && t('stale', { time: formatTime(data.readAt) })}
      </p>
    </div>
  );
}
