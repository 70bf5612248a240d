import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyCode, useLazyCode } from '#platform/lazy-code.ts';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { citiesQuery } from '#rounds/cities-queries.ts';
import { openPrompt } from '#session/prompt-store.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { useInviterLink } from '#team/inviter-link.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { Page } from '#ui/page.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import type { HomeSheetsProps } from './home-sheets.tsx';
import { CityMap } from './views/city-map.tsx';
import { HomeHeader } from './views/home-header.tsx';
import { PriceCard } from './views/price-card.tsx';
import { PromiseCard } from './views/promise-card.tsx';
import { ResultsCard } from './views/results-card.tsx';
import { RoundsHero } from './views/rounds-hero.tsx';

const HomeSheets = lazySheet<HomeSheetsProps>(
  ['my', 'price'],
  async () => (await import('./home-sheets.tsx')).HomeSheets,
);

/** Most readers come without an invitation. */
const INVITED_CARD = lazyCode(['team'], async () => (await import('./views/invited-card.tsx')).InvitedCard);

/** The home screen: the open or next round, its possible payments and costs, and the results of earlier rounds. */
export function HomePage() {
  const t = useTranslations('home');
  const { stage, address } = useVisitor();
  const [sheet, setSheet] = useState<HomeSheetsProps['sheet']>(null);
  const isInvited = useInviterLink((state) => state.text) !== null;
  const queryClient = useQueryClient();
  const home = useQuery(publicStateQuery);
  const cities = useQuery(citiesQuery);
  const refresh = () => queryClient.refetchQueries({ type: 'active' });

  return (
    <Page>
      <HomeHeader
        title={t('title')}
        stage={stage}
        address={address}
        onPrompt={openPrompt}
        onLanguage={() => setSheet('language')}
      />
      <HomeSheets open={sheet !== null} sheet={sheet} onClose={() => setSheet(null)} />
      <PullToRefresh onRefresh={refresh}>
        <div className="two-columns">
          <div className="flex flex-col gap-5">
            {home.isPending && <Skeleton className="h-[3.2rem] w-full rounded-2xl" />}
            {home.data === undefined && home.error !== null && (
              <ErrorState error={home.error} onRetry={() => void home.refetch()} />
            )}
            {home.data !== undefined && (
              <RoundsHero
                openRounds={home.data.openRounds}
                firstRound={home.data.firstRound}
                onOpened={() => void home.refetch()}
              />
            )}
            {isInvited && <Invited />}
            <PromiseCard />
          </div>
          <div className="flex flex-col gap-5">
            <CityMap cities={cities.data?.cities ?? null} openRounds={home.data?.openRounds ?? []} />
            {home.data !== undefined && (
              <>
                <PriceCard
                  price={home.data.price}
                  onOpen={() => setSheet('price')}
                  onPreload={() => void HomeSheets.preload()}
                />
                <ResultsCard results={home.data.results90d} />
              </>
            )}
          </div>
        </div>
      </PullToRefresh>
    </Page>
  );
}

function Invited() {
  const status = useLazyCode(INVITED_CARD);
  return status.kind === 'ready' && <status.part />;
}
