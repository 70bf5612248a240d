import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { shareBps } from '#ui/share-bps.ts';

type PastRound = ReplyOf<'POST /api/app/rounds'>['items'][number];

type RoundStripProps = {
  /** The city's rounds, the latest first. */
  readonly rounds: readonly PastRound[];
  readonly shownRoundId: string;
  readonly onChoose: (roundId: string) => void;
  /** Fetches earlier rounds; null when there are none. */
  readonly onMore: (() => void) | null;
  /** Opens the list of all rounds. */
  readonly onList: () => void;
};

const COLOURS = { minted: 'bg-accent', failed: 'bg-danger', cancelled: 'bg-muted' } as const;

/** The rounds of a city as bars, the oldest on the left; the height is the fill, the colour the outcome. */
export function RoundStrip({ rounds, shownRoundId, onChoose, onMore, onList }: RoundStripProps) {
  const t = useTranslations('rounds.strip');
  const place = useTranslations('rounds');
  const count = (outcome: PastRound['outcome']) => rounds.filter((round) => round.outcome === outcome).length;
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle aside={t('counts', { minted: count('minted'), failed: count('failed') })}>
        {t('title')}
      </SectionTitle>
      <Card className="flex flex-col gap-1 p-2">
        <ul className="flex flex-row-reverse justify-end gap-0.5 overflow-x-auto [scrollbar-width:none]">
          {rounds.map((round) => {
            const name = place('place', { phase: String(round.phase), number: String(round.number) });
            const short = `${round.phase}–${round.number}`;
            const state = round.outcome === null ? t('running') : place(`outcomes.${round.outcome}`);
            const percent = Math.floor(shareBps(round.filled, round.quota) / 100);
            return (
              <li key={round.roundId}>
                <button
                  type="button"
                  aria-label={`${short} ${t('bar', { name, state, percent })}`}
                  aria-current={round.roundId === shownRoundId}
                  onClick={() => onChoose(round.roundId)}
                  className="tap flex h-[0.86rem] flex-col items-center justify-end gap-1 rounded-md px-1 pb-1 aria-[current=true]:bg-accent-soft active:bg-sunken"
                >
                  <span className="flex h-[0.54rem] w-[0.26rem] items-end overflow-hidden rounded-sm bg-sunken">
                    <span
                      className={`w-full rounded-sm ${round.outcome === null ? 'bg-accent/40' : COLOURS[round.outcome]}`}
                      style={{ height: `${Math.max(percent, 6)}%` }}
                    />
                  </span>
                  <span className="text-2xs text-muted figures">{short}</span>
                </button>
              </li>
            );
          })}
          {onMore !== null && (
            <li>
              <button
                type="button"
                onClick={onMore}
                className="tap h-[0.86rem] rounded-md px-2 text-xs font-semibold text-accent-ink active:bg-sunken"
              >
                {t('earlier')}
              </button>
            </li>
          )}
        </ul>
        <button
          type="button"
          onClick={onList}
          className="tap rounded-md text-sm font-semibold text-accent-ink active:bg-sunken"
        >
          {place('past.show')}
        </button>
      </Card>
    </div>
  );
}
