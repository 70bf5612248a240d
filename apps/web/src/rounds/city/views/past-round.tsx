import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { ROUND_LABELS } from '@city-mint/domain/rounds/round-state';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';
import { shareBps } from '#ui/share-bps.ts';
import { ORDER_BADGES, ROUND_BADGES } from '../../round-badge.ts';

type Round = ReplyOf<'POST /api/app/rounds'>['items'][number];

type PastRoundProps = { readonly round: Round; readonly onChoose: (roundId: string) => void };

const COLOURS = { minted: 'bg-accent', failed: 'bg-danger', cancelled: 'bg-muted' } as const;

/** A round in the list of a city's rounds; a tap shows it with its settlement. */
export function PastRound({ round, onChoose }: PastRoundProps) {
  const t = useTranslations('rounds');
  const { state, outcome } = round;
  const percent = Math.floor(shareBps(round.filled, round.quota) / 100);
  return (
    <button
      type="button"
      onClick={() => onChoose(round.roundId)}
      className="flex w-full flex-col gap-2 rounded-xl border border-line px-4 py-3 text-left active:bg-sunken"
    >
      <span className="flex w-full items-center justify-between gap-3">
        <span className="min-w-0 font-semibold">
          {t('place', { phase: String(round.phase), number: String(round.number) })}
        </span>
        <Badge kind={outcome === null ? ROUND_BADGES[state] : ORDER_BADGES[outcome]}>
          {outcome === null ? t(`states.${ROUND_LABELS[state]}`) : t(`outcomes.${outcome}`)}
        </Badge>
      </span>
      <span className="block h-1.5 w-full overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <span
          className={`block h-full rounded-full ${outcome === null ? 'bg-accent/40' : COLOURS[outcome]}`}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
        <span className="figures">
          <Amount value={round.filled} /> / <Amount value={round.quota} unit="JU" />
        </span>
        <span>{t('past.filled', { percent, orders: round.orders })}</span>
        <span className="figures">{formatTime(round.opensAt)}</span>
      </span>
      {round.unreadable && <span className="text-xs text-danger">{t('past.unreadable')}</span>}
    </button>
  );
}
