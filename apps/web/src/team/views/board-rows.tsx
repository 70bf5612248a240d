import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { serverNow } from '#platform/server-clock.ts';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';
import { formatUtcClock } from '../utc-time.ts';

type Board = ReplyOf<'GET /api/app/leaderboard'>;

/** The users after the podium who show themselves, each with their amount as a bar behind it. */
export function BoardRows({ items }: Pick<Board, 'items'>) {
  const t = useTranslations('boards');
  const rest = items.map((item, index) => ({ ...item, place: index + 1 })).slice(3);
  if (rest.length === 0) return null;
  const most = items.find(({ amount }) => amount !== null)?.amount ?? '0';
  return (
    <ol aria-label={t('list')} className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card">
      {rest.map((item) => (
        <li key={item.place} className="relative flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2">
          <span
            aria-hidden="true"
            className={`absolute inset-y-1 left-0 rounded-r-full ${item.isMe ? 'bg-gold/25' : 'bg-accent-soft'}`}
            style={{ width: `${shareBps(item.amount ?? '0', most) / 100}%` }}
          />
          <span className="relative min-w-8 text-sm font-semibold figures">
            <span className="sr-only">{t('rank', { rank: item.rank })}</span>
            <span aria-hidden="true">{item.rank}</span>
          </span>
          <span className="relative flex-1 text-sm">{item.isMe ? t('me') : item.name}</span>
          <Amount value={item.amount ?? '0'} unit="JU" className="relative ml-auto font-semibold" />
        </li>
      ))}
    </ol>
  );
}

/** The meaning of the figures, their period, and the time of their computation. */
export function BoardSource({ data }: { readonly data: Board }) {
  const t = useTranslations('boards');
  const { computedAt } = data;
  return (
    <p className="text-center text-xs text-balance text-muted figures">
      {t(`counts.${data.board}`)} · {t(`since.${data.period}`)}
      <br />
      {t('everyoneCounts')}
      <br />
      {computedAt === null ? t('notComputed') : t('computedAt', { time: formatUtcClock(computedAt, serverNow()) })}
    </p>
  );
}
