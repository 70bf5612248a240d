import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Button } from '@city-mint/ui/button.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCityName } from '#platform/i18n/city-name.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { cityHistoryQuery, fillQuery, ownInRoundQuery } from '../history-queries.ts';
import { OwnResult } from '../views/own-result.tsx';
import { SettledLink } from '../views/settled-link.tsx';
import type { RoundsSheetProps } from './rounds-sheet.tsx';
import { FillCurve } from './views/fill-curve.tsx';
import { RoundStrip } from './views/round-strip.tsx';

const RoundsSheet = lazySheet<RoundsSheetProps>(
  ['rounds'],
  async () => (await import('./rounds-sheet.tsx')).RoundsSheet,
);

type Round = NonNullable<ReplyOf<'POST /api/app/last/crowdfund'>['round']>;

type RoundHistoryProps = {
  readonly round: Round;
  /** Whether it is the latest of its city. */
  readonly isLatest: boolean;
  /** Shows another round of the city; null means its latest. */
  readonly onRound: (roundId: string | null) => void;
  /** Whether the list of all its rounds is open, and the callback that opens and closes it. */
  readonly isListOpen: boolean;
  readonly onList: (open: boolean) => void;
};

/** How a round filled, the city's other rounds, and the way to its settlement. */
export function RoundHistory({ round, isLatest, onRound, isListOpen, onList }: RoundHistoryProps) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  const hasOpened = round.state !== 'scheduled';
  const fill = useQuery({ ...fillQuery(round.roundId), enabled: hasOpened });
  const history = useInfiniteQuery(cityHistoryQuery(round.cityId));
  const own = useOwnInRound(round.roundId);
  const rounds = history.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {!isLatest && (
        <Button kind="soft" onClick={() => onRound(null)}>
          {t('backToLatest')}
        </Button>
      )}
      {hasOpened && fill.isPending && <Skeleton className="h-36 w-full rounded-xl" />}
      {fill.data !== undefined && hasOpened && round.orders > 0 && (
        <FillCurve fill={withNow(fill.data, round)} own={(own?.first ?? []).map(({ joinedAt }) => joinedAt)} />
      )}
      {rounds.length > 1 && (
        <RoundStrip
          rounds={rounds}
          shownRoundId={round.roundId}
          onChoose={onRound}
          onMore={history.hasNextPage ? () => void history.fetchNextPage() : null}
          onList={() => onList(true)}
        />
      )}
      <RoundsSheet
        open={isListOpen}
        cityId={round.cityId}
        cityName={cityName(round.city)}
        onClose={() => onList(false)}
        onChoose={onRound}
      />
      {round.settledAt !== null && <SettledLink roundId={round.roundId} />}
    </>
  );
}

/** Adds the figures of later live events to the fetched curve. */
function withNow(fill: ReplyOf<'POST /api/app/round/fill'>, round: Round) {
  const last = fill.points.at(-1);
  if (last?.orders === round.orders || fill.endedAt !== null) return fill;
  const at = Math.max(serverNow(), last?.at ?? 0);
  return { ...fill, points: [...fill.points, { at, filled: round.filled, orders: round.orders }] };
}

/** The result of the user's orders in a round. */
export function OwnOrders({ roundId }: { readonly roundId: string }) {
  const own = useOwnInRound(roundId);
  return own === null || own.orders === 0 ? null : <OwnResult own={own} />;
}

/** Returns the sums of the account's orders in a round; null while they are unknown, and without an account. */
function useOwnInRound(roundId: string) {
  const address = useSessionStore(({ session }) => session?.address ?? null);
  const own = useQuery({ ...ownInRoundQuery(address ?? '', roundId), enabled: address !== null });
  return address === null ? null : (own.data ?? null);
}
