import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { RefusalError } from '#platform/api.ts';
import { pollWhileDown } from '#platform/live-store.ts';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { citiesQuery } from './cities-queries.ts';
import { chosenRoundQuery } from './history-queries.ts';
import { JoinDialog, type JoinDialogProps } from './join-dialog.tsx';
import type { JoinBody } from './join-flow.ts';
import { OwnOrders, RoundHistory } from './round-history.tsx';
import { roundQuery } from './rounds-queries.ts';
import { CityPicker } from './views/city-picker.tsx';
import { CityRound, CitySkeleton } from './views/city-round.tsx';

type CityRoundsProps = {
  readonly cityId: string | undefined;
  /** A round other than the latest one. */
  readonly roundId: string | undefined;
  readonly onCity: (cityId: string) => void;
  /** Shows another round of a city; null for its latest. */
  readonly onRound: (cityId: string, roundId: string | null) => void;
  readonly pendingJoin: PendingRequest<JoinBody> | null;
  readonly onShowOrder: (orderId: string) => void;
};

const CITIES_REFRESH_MS = 5_000;

/** The cities, and the latest round of the chosen one, live. */
export function CityRounds({ cityId, roundId, onCity, onRound, pendingJoin, onShowOrder }: CityRoundsProps) {
  const t = useTranslations('rounds');
  /** The round of the open sheet, as it was last seen: another may take its place on the screen meanwhile. */
  const [joining, setJoining] = useState<ShownRound | null>(null);
  const cities = useQuery({ ...citiesQuery, refetchInterval: () => pollWhileDown(CITIES_REFRESH_MS) });
  const list = cities.data?.cities ?? [];
  // The first city shown stays until another is chosen: a city that opens meanwhile must not replace the screen, or the
  // sheet that is being filled in.
  const [initialCityId, setInitialCityId] = useState<string | null>(null);
  const wantedCityId = cityId ?? initialCityId;
  const chosen =
    list.find((city) => city.cityId === wantedCityId) ?? list.find((city) => city.openRound !== null) ?? list[0];
  if (initialCityId === null && chosen !== undefined) setInitialCityId(chosen.cityId);
  const latest = useShownRound(chosen?.cityId ?? null, roundId ?? null);
  const refresh = () => Promise.all([cities.refetch(), latest.refetch()]);

  if (cities.isPending) return <CitySkeleton />;
  if (cities.data === undefined) return <ErrorState error={cities.error} onRetry={() => void cities.refetch()} />;
  if (chosen === undefined) return <EmptyState icon="city" title={t('noCities')} text={t('noCitiesText')} />;
  const shown = shownRound(latest.data);
  return (
    <PullToRefresh onRefresh={refresh}>
      <div className="flex flex-col gap-4">
        <CityPicker cities={list} value={chosen.cityId} onChange={onCity} />
        {latest.error instanceof RefusalError && latest.data !== undefined && (
          <Notice kind="danger">{t('stale')}</Notice>
        )}
        {latest.isPending && <CitySkeleton />}
        {latest.data === undefined && latest.error !== null && (
          <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />
        )}
        {latest.data !== undefined && shown === null && (
          <EmptyState icon="clock" title={t('noRound')} text={t('noRoundText')} />
        )}
        {shown !== null && (
          <CityRound
            {...shown}
            city={chosen}
            own={<OwnOrders roundId={shown.round.roundId} />}
            history={
              <RoundHistory
                round={shown.round}
                isLatest={roundId === undefined}
                onRound={(id) => onRound(chosen.cityId, id)}
              />
            }
            onOver={() => void refresh()}
            onJoin={() => setJoining(shown)}
          />
        )}
        <JoinSheet
          joining={joining}
          shown={shown}
          onJoining={setJoining}
          pendingJoin={pendingJoin}
          onTermsChanged={() => void latest.refetch()}
          onShowOrder={onShowOrder}
        />
      </div>
    </PullToRefresh>
  );
}

/** The chosen round of a city, else its latest. */
function useShownRound(cityId: string | null, roundId: string | null) {
  const latest = useQuery({ ...roundQuery(cityId ?? ''), enabled: cityId !== null && roundId === null });
  const chosen = useQuery({ ...chosenRoundQuery(roundId ?? ''), enabled: cityId !== null && roundId !== null });
  return roundId === null ? latest : chosen;
}

type ShownRound = Pick<JoinDialogProps, 'round' | 'terms' | 'termsHash'>;

function shownRound(latest: ReplyOf<'POST /api/app/last/crowdfund'> | undefined): ShownRound | null {
  const { round, terms, termsHash } = latest ?? { round: null, terms: null, termsHash: null };
  return round === null || terms === null || termsHash === null ? null : { round, terms, termsHash };
}

type JoinSheetProps = Pick<JoinDialogProps, 'pendingJoin' | 'onTermsChanged' | 'onShowOrder'> & {
  /** The round that is being joined; null while the sheet is closed. */
  readonly joining: ShownRound | null;
  /** The round on the screen. */
  readonly shown: ShownRound | null;
  readonly onJoining: (round: ShownRound | null) => void;
};

/** The sheet of the round that is being joined: it stays when the next round takes its place on the screen. */
function JoinSheet({ joining, shown, onJoining, ...props }: JoinSheetProps) {
  // After it closed, its content remains for the animation.
  const lastJoining = useRef(joining);
  if (joining !== null) lastJoining.current = joining;
  const begun = lastJoining.current;
  if (begun === null) return null;
  const isOnScreen = shown?.round.roundId === begun.round.roundId;
  const current = isOnScreen && shown !== null ? shown : begun;
  return (
    <JoinDialog
      {...props}
      {...current}
      key={current.round.roundId}
      next={isOnScreen ? null : (shown?.round ?? null)}
      open={joining !== null}
      onOpenChange={(open) => onJoining(open ? current : null)}
      onShowOrder={(orderId) => {
        onJoining(null);
        props.onShowOrder(orderId);
      }}
    />
  );
}
