import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Card } from '@city-mint/ui/card.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { type KeyboardEvent, useState } from 'react';
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

/** How far each key goes in the list, whose first is the newest and rightmost. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowRight: -1 };

/**
 * The rounds of a city as bars, the oldest on the left; the height is the fill, the colour the outcome. They are one
 * stop of the Tab key, and the arrow keys go from bar to bar.
 */
export function RoundStrip({ rounds, shownRoundId, onChoose, onMore, onList }: RoundStripProps) {
  const t = useTranslations('rounds.strip');
  const place = useTranslations('rounds');
  const [stop, setStop] = useState(shownRoundId);
  const count = (outcome: PastRound['outcome']) => rounds.filter((round) => round.outcome === outcome).length;
  const stopIndex = Math.max(
    rounds.findIndex(({ roundId }) => roundId === stop),
    0,
  );
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const next = stopIndex + (STEPS[event.key] ?? Number.NaN);
    const bar = event.currentTarget.querySelectorAll<HTMLElement>('[data-bar]')[next];
    if (bar === undefined) return;
    event.preventDefault();
    bar.focus();
  };
  return (
    <div className="flex flex-col gap-2.5">
      <SectionTitle aside={t('counts', { minted: count('minted'), failed: count('failed') })}>
        {t('title')}
      </SectionTitle>
      <Card className="flex flex-col gap-1 p-2">
        <ul
          className="flex flex-row-reverse gap-0.5 overflow-x-auto [scrollbar-width:none] *:first:mr-auto"
          onKeyDown={move}
        >
          {rounds.map((round, index) => (
            <Bar
              key={round.roundId}
              round={round}
              isShown={round.roundId === shownRoundId}
              isStop={index === stopIndex}
              onFocus={() => setStop(round.roundId)}
              onChoose={() => onChoose(round.roundId)}
            />
          ))}
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

type BarProps = {
  readonly round: PastRound;
  readonly isShown: boolean;
  /** Whether the Tab key stops at it. */
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
};

function Bar({ round, isShown, isStop, onFocus, onChoose }: BarProps) {
  const t = useTranslations('rounds.strip');
  const place = useTranslations('rounds');
  const name = place('place', { phase: String(round.phase), number: String(round.number) });
  const short = `${round.phase}–${round.number}`;
  const state = round.outcome === null ? t('running') : place(`outcomes.${round.outcome}`);
  const percent = Math.floor(shareBps(round.filled, round.quota) / 100);
  return (
    <li>
      <button
        type="button"
        data-bar=""
        tabIndex={isStop ? 0 : -1}
        aria-label={`${short} ${t('bar', { name, state, percent })}`}
        aria-current={isShown}
        onFocus={onFocus}
        onClick={onChoose}
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
}
