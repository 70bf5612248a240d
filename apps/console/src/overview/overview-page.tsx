import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { overviewQuery } from './overview-queries.ts';
import { OverviewView } from './views/overview-view.tsx';

/** The operators' start page. */
export function OverviewPage() {
  const t = useTranslations('overview');
  const room = useTranslations('shell.room');
  const query = useQuery(overviewQuery);
  const isStale = query.data !== undefined && query.error !== null;
  return (
    <Room
      title={room('overview')}
      lead={t('lead')}
      actions={
        query.data !== undefined && (
          <p role="status" className={`text-xs ${isStale ? 'text-danger' : 'text-muted'}`}>
            {t(isStale ? 'stale' : 'readAt', { time: formatTime(query.data.readAt) })}
          </p>
        )
      }
    >
      <Loaded query={query}>{(overview) => <OverviewView overview={overview} />}</Loaded>
    </Room>
  );
}
