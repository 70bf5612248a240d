import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { citiesQuery } from './cities-queries.ts';
import { JoinDialog } from './join-dialog.tsx';
import { roundQuery } from './rounds-queries.ts';
import { settlementUrl } from './settlement-url.ts';
import { CityPicker } from './views/city-picker.tsx';
import { CityRound } from './views/city-round.tsx';
import { CitySkeleton } from './views/city-skeleton.tsx';

type CityRoundsProps = {
  readonly cityId: string | undefined;
  readonly onCity: (cityId: string) => void;
  readonly waitsForAnswer: boolean;
  readonly onShowOrder: (orderId: string) => void;
};

const CITIES_MS = 5_000;

/** The cities, and the latest round of the one chosen, live. */
export function CityRounds({ cityId, onCity, waitsForAnswer, onShowOrder }: CityRoundsProps) {
  const t = useTranslations('rounds');
  // When another round takes the place of the one being joined, the sheet closes.
  const [joining, setJoining] = useState<string | null>(null);
  const cities = useQuery({ ...citiesQuery, refetchInterval: CITIES_MS });
  const list = cities.data?.cities ?? [];
  // The first city shown stays until another is chosen: one that opens meanwhile must not take the screen, or the sheet being filled in, away.
  const [shownFirst, setShownFirst] = useState<string | null>(null);
  const wanted = cityId ?? shownFirst;
  const chosen = list.find((city) => city.cityId === wanted) ?? list.find((city) => city.openRound !== null) ?? list[0];
  if (shownFirst === null && chosen !== undefined) setShownFirst(chosen.cityId);
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
              waitsForAnswer={waitsForAnswer}
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
