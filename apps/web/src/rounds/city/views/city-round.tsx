import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { TermsFold } from '../../views/terms-fold.tsx';
import { RoundCard } from './round-card.tsx';
import { RoundFacts } from './round-facts.tsx';
import type { VignetteCity } from './vignette.tsx';

type LastRound = ReplyOf<'POST /api/app/last/crowdfund'>;

type CityRoundProps = {
  readonly round: NonNullable<LastRound['round']>;
  readonly terms: NonNullable<LastRound['terms']>;
  readonly termsHash: string;
  readonly city: VignetteCity | null;
  /** The result of the user's orders in the round. */
  readonly own: ReactNode;
  /** How it filled, and the city's other rounds. */
  readonly history: ReactNode;
  /** The button that opens the simulation published with the round's plan. */
  readonly outlook: ReactNode;
  readonly onOver: () => void;
  /** Offers the opening of a round that is ahead for the reader's calendar. */
  readonly onRemind: () => void;
  /** Whether nothing bars the user from joining. */
  readonly canJoin: boolean;
  readonly onJoin: () => void;
};

/** A round with its figures and terms, and a button to join while it is open. */
export function CityRound(props: CityRoundProps) {
  const t = useTranslations('rounds.card');
  const { round } = props;
  return (
    <div className="two-columns">
      <div className="flex flex-col gap-4">
        <RoundCard
          round={round}
          onOver={props.onOver}
          city={props.city}
          own={props.own}
          action={<RoundAction {...props} />}
        />
        {round.cancellation !== null && (
          <Notice kind="pending">
            {t(`cancelledBy.${round.cancellation.by}`, { reason: round.cancellation.reason })}
          </Notice>
        )}
        {props.history}
      </div>
      <div className="flex flex-col gap-4">
        {props.outlook}
        <RoundFacts round={round} />
        <TermsFold terms={props.terms} termsHash={props.termsHash} />
      </div>
    </div>
  );
}

/** The button for what a reader can do with the round now. */
function RoundAction({ round, canJoin, onJoin, onRemind }: CityRoundProps) {
  const t = useTranslations('rounds.card');
  const live = useTranslations('live');
  if (round.state === 'scheduled') {
    return (
      <button
        type="button"
        onClick={onRemind}
        className="inline-flex min-h-[0.52rem] w-full items-center justify-center rounded-full border border-hero-line px-5 font-semibold active:opacity-85"
      >
        {live('remind')}
      </button>
    );
  }
  if (round.state !== 'open' || !canJoin) return null;
  return (
    <button
      type="button"
      onClick={onJoin}
      className="inline-flex min-h-[0.52rem] w-full items-center justify-center rounded-full bg-hero-ink px-5 font-semibold text-[#0c3b2e] active:opacity-85"
    >
      {t('join')}
    </button>
  );
}

/** Shown while the round is fetched. */
export function CitySkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-12 w-full rounded-full" />
      <Skeleton className="h-[3.1rem] w-full rounded-2xl" />
      <Skeleton className="h-40 w-full rounded-xl" />
    </div>
  );
}
