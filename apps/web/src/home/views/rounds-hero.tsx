import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { ProgressRing } from '@city-mint/ui/progress-ring.tsx';
import { type UIEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Term } from '#glossary/term.tsx';
import { formatTime } from '#platform/format.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Link } from '#platform/router/router.tsx';
import { PerHundred, RoundFigure } from '#rounds/views/per-hundred.tsx';
import { Amount } from '#ui/amount.tsx';
import { Countdown, CountdownText } from '#ui/countdown.tsx';
import { shareBps } from '#ui/share-bps.ts';

type Home = ReplyOf<'GET /api/app/home'>;

type RoundsHeroProps = {
  readonly openRounds: Home['openRounds'];
  readonly firstRound: Home['firstRound'];
  /** A countdown has ended: a round should have opened or closed. */
  readonly onOpened: () => void;
};

/** The open rounds, live, one at a time; without one a countdown to the next round, or that none is announced. */
export function RoundsHero({ openRounds, firstRound, onOpened }: RoundsHeroProps) {
  const t = useTranslations('home');
  const [first] = openRounds;
  return (
    <section
      aria-label={first === undefined ? t('nextRound') : t('liveRounds')}
      className="relative flex min-h-[3.2rem] flex-col justify-center overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink"
    >
      <Guilloche className="absolute -top-24 -right-24 size-80 text-hero-line opacity-[0.17]" />
      <div className="relative">
        {first !== undefined && <OpenRounds rounds={openRounds} onOver={onOpened} />}
        {first === undefined && firstRound !== null && <NextRound next={firstRound} onOpened={onOpened} />}
        {first === undefined && firstRound === null && (
          <div className="py-6 text-center">
            <h2 className="font-display text-xl font-semibold">{t('nothingPlanned')}</h2>
            <p className="mt-2 text-sm text-hero-muted">{t('nothingPlannedText')}</p>
          </div>
        )}
      </div>
    </section>
  );
}

function NextRound({
  next,
  onOpened,
}: {
  readonly next: NonNullable<Home['firstRound']>;
  readonly onOpened: () => void;
}) {
  const t = useTranslations('home');
  const cityName = useCityName();
  return (
    <div className="flex flex-col gap-6 py-2 text-center">
      <div>
        <h2 className="text-sm text-hero-muted">
          {next.phase === 1 && next.number === 1 ? t('firstRound') : t('nextRound')}
        </h2>
        <p className="mt-1 font-display text-lg font-semibold text-balance">
          {cityName(next.city)} · {t('roundPlace', { phase: String(next.phase), number: String(next.number) })}
        </p>
      </div>
      <Countdown until={next.opensAt} label={t('nextRound')} onOver={onOpened} />
      <p className="text-xs text-hero-muted figures">{t('opensAt', { time: formatTime(next.opensAt) })}</p>
    </div>
  );
}

type OpenRoundsProps = { readonly rounds: Home['openRounds']; readonly onOver: () => void };

/** The open rounds side by side, one in view, changed by a swipe or by its dot. */
function OpenRounds({ rounds, onOver }: OpenRoundsProps) {
  const t = useTranslations('home');
  const cityName = useCityName();
  const strip = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const shown = Math.min(index, rounds.length - 1);
  const show = (next: number) => {
    const { current } = strip;
    current?.scrollTo({ left: next * current.clientWidth, behavior: 'smooth' });
  };
  const scrolled = ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLDivElement>) =>
    setIndex(clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth));
  return (
    <div className="flex flex-col gap-2">
      <div
        ref={strip}
        onScroll={scrolled}
        className="-mx-5 flex snap-x snap-mandatory items-center overflow-x-auto [scrollbar-width:none]"
      >
        {rounds.map((round, place) => (
          <div
            key={round.roundId}
            inert={place !== shown}
            aria-hidden={place !== shown}
            className="w-full shrink-0 snap-center px-5"
          >
            <OpenRound round={round} onOver={onOver} />
          </div>
        ))}
      </div>
      {rounds.length > 1 && (
        <fieldset className="-mb-3 flex justify-center">
          <legend className="sr-only">{t('chooseRound')}</legend>
          {rounds.map((round, place) => (
            <button
              key={round.roundId}
              type="button"
              aria-label={cityName(round.city)}
              aria-current={place === shown}
              onClick={() => show(place)}
              className="tap group inline-flex items-center justify-center"
            >
              <span className="h-1.5 w-1.5 rounded-full bg-hero-line/35 transition-[width] group-aria-[current=true]:w-5 group-aria-[current=true]:bg-hero-line" />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function OpenRound({ round, onOver }: { readonly round: Home['openRounds'][number]; readonly onOver: () => void }) {
  const t = useTranslations('home');
  const cityName = useCityName();
  const bps = shareBps(round.filled, round.quota);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="pb-1 font-display text-2xl leading-tight font-semibold wrap-anywhere">{cityName(round.city)}</h2>
        <div className="mt-0.5 pair items-center gap-y-1">
          <p className="text-sm text-hero-muted">
            <Term name="phase">{t('roundPlace', { phase: String(round.phase), number: String(round.number) })}</Term>
          </p>
          <span className="inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full bg-hero-line/15 px-3 py-1 text-xs font-medium text-hero-line">
            <span className="size-1.5 animate-shimmer-briefly rounded-full bg-hero-line" />
            {t('openNow')}
          </span>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-5">
        <ProgressRing bps={bps} label={t('filled')} className="size-32 text-hero-line">
          <span className="text-2xl font-semibold text-hero-ink figures">{Math.floor(bps / 100)}%</span>
          <span className="text-xs text-hero-muted">{t('filled')}</span>
        </ProgressRing>
        <dl className="flex min-w-[1.4rem] flex-1 flex-col gap-2.5 text-sm">
          <div>
            <dt className="sr-only">{t('filled')}</dt>
            <dd className="text-xl font-semibold">
              <Amount value={round.filled} unit="JU" compact />
            </dd>
            <dd className="text-xs text-hero-muted figures">{t('ofQuota', { quota: shownAmount(round.quota) })}</dd>
          </div>
          <RoundFigure label={t('closesIn')}>
            <CountdownText until={round.closesAt} label={t('closesIn')} onOver={onOver} />
          </RoundFigure>
        </dl>
      </div>
      <div className="pair items-end">
        <div className="min-w-[1.4rem] flex-1">
          <PerHundred round={round} labels={[t('perHundred'), t('mints'), t('maximumLoss')]} />
        </div>
        <Link
          to="/city"
          search={{ city: round.cityId, join: '0' }}
          className="tap inline-flex shrink-0 items-center gap-1.5 rounded-full bg-hero-ink px-5 text-sm font-semibold text-[#0c3b2e] active:opacity-85"
        >
          {t('join')}
          <Icon name="next" className="text-xs" />
        </Link>
      </div>
    </div>
  );
}
