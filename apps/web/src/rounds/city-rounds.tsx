import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PendingRequest } from '#platform/pending-requests.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { citiesQuery } from './cities-queries.ts';
import { JoinDialog } from './join-dialog.tsx';
import type { JoinBody } from './join-flow.ts';
import { roundQuery } from './rounds-queries.ts';
import { settlementUrl } from './settlement-url.ts';
import { CityPicker } from './views/city-picker.tsx';
import { CityRound, CitySkeleton } from './views/city-round.tsx';

type CityRoundsProps = {
  readonly cityId: string | undefined;
  readonly onCity: (cityId: string) => void;
  readonly pendingJoin: PendingRequest<JoinBody> | null;
  readonly onShowOrder: (orderId: string) => void;
};

const CITIES_REFRESH_MS = 5_000;

/** The cities, and the latest round of the chosen one, live. */
export function CityRounds({ cityId, onCity, pendingJoin, onShowOrder }: CityRoundsProps) {
  const t = useTranslations('rounds');
  // When another round replaces the one being joined, the sheet closes.
  const [joining, setJoining] = useState<string | null>(null);
  const cities = useQuery({ ...citiesQuery, refetchInterval: CITIES_REFRESH_MS });
  const list = cities.data?.cities ?? [];
  // The first city shown stays until another is chosen: a city that opens meanwhile must not replace the screen, or the
  // sheet that is being filled in.
  const [initialCityId, setInitialCityId] = useState<string | null>(null);
  const wantedCityId = cityId ?? initialCityId;
  const chosen =
    list.find((city) => city.cityId === wantedCityId) ?? list.find((city) => city.openRound !== null) ?? list[0];
  if (initialCityId === null && chosen !== undefined) setInitialCityId(chosen.cityId);
  const latest = useQuery({ ...roundQuery(chosen?.cityId ?? ''), enabled: chosen !== undefined });
  const refresh = () => Promise.all([cities.refetch(), latest.refetch()]);

  if (cities.isPending) return <CitySkeleton />;
  if (cities.data === undefined) return <ErrorState error={cities.error} onRetry={() => void cities.refetch()} />;
  if (chosen === undefined) return <EmptyState icon="city" title={t('noCities')} text={t('noCitiesText')} />;
  const { round, terms, termsHash } = latest.data ?? { round: null, terms: null, termsHash: null };
  return (
    <PullToRefresh onRefresh={refresh}>
      <div className="flex flex-col gap-4">
        <CityPicker cities={list} value={chosen.cityId} onChange={onCity} />
        {latest.isRefetchError && <Notice kind="danger">{t('stale')}</Notice>}
        {latest.isPending && <CitySkeleton />}
        {latest.data === undefined && latest.error !== null && (
          <ErrorState error={latest.error} onRetry={() => void latest.refetch()} />
        )}
        {latest.data !== undefined && (round === null || terms === null || termsHash === null) && (
          <EmptyState icon="clock" title={t('noRound')} text={t('noRoundText')} />
        )}
        {round !== null && terms !== null && termsHash !== null && (
          <>
            <CityRound
              round={round}
              terms={terms}
              termsHash={termsHash}
              settlementUrl={settlementUrl(round.roundId)}
              onOver={() => void refresh()}
              onJoin={() => setJoining(round.roundId)}
            />
            <JoinDialog
              key={round.roundId}
              open={joining === round.roundId}
              onOpenChange={(open) => setJoining(open ? round.roundId : null)}
              round={round}
              terms={terms}
              termsHash={termsHash}
              pendingJoin={pendingJoin}
              onTermsChanged={() => void latest.refetch()}
              onShowOrder={(orderId) => {
                setJoining(null);
                onShowOrder(orderId);
              }}
            />
          </>
        )}
      </div>
    </PullToRefresh>
  );
}
