import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ContractsGate, type TrustedContracts } from '#assets/chain/contracts-gate.tsx';
import { getRouteApi, Link } from '#platform/router/router.tsx';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { preloadPrompts } from '#session/session-region.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PendingSwaps } from './pending-swaps.tsx';
import type { SwapLogProps } from './swap-log.tsx';
import { otherCurrency } from './swap-quote.ts';
import { parseSwapSearch } from './swap-search.ts';
import { useSwap } from './use-swap.ts';
import { SwapForm } from './views/swap-form.tsx';
import { SwapHero } from './views/swap-hero.tsx';

const SwapLog = lazyPart<SwapLogProps>(
  ['swap', 'assets'],
  async () => (await import('./swap-log.tsx')).SwapLog,
  <SkeletonRows />,
);
const PriceSheet = lazySheet(['price'], async () => (await import('./price-sheet.tsx')).PriceSheet);
const route = getRouteApi('/swap', parseSwapSearch);

/** The swap of JU and FMC between the user's wallet and the pool; visitors get quotes too. */
export function SwapPage() {
  const t = useTranslations('swap');
  const { tab } = route.useSearch();
  const { address } = useVisitor();
  if (tab === 'log') {
    return (
      <Page tabBar={false}>
        <PageHeader title={t('log')} backTo="/swap" />
        <SessionGate text={t('logGate')}>{address !== null && <SwapLog account={address} />}</SessionGate>
      </Page>
    );
  }
  return (
    <Page tabBar={false}>
      <PageHeader
        title={t('title')}
        backTo="/assets"
        aside={
          <Link
            to="/swap"
            search={{ tab: 'log' }}
            onPointerEnter={() => void SwapLog.preload()}
            className="tap inline-flex items-center justify-end text-sm font-semibold text-accent-ink"
          >
            {t('log')}
          </Link>
        }
      />
      <p className="-mt-1 text-sm text-muted">{t('lead')}</p>
      <ContractsGate>{(contracts) => <Swap contracts={contracts} />}</ContractsGate>
    </Page>
  );
}

function Swap({ contracts }: { readonly contracts: TrustedContracts }) {
  const { sell = 'FMC' } = route.useSearch();
  const navigate = route.useNavigate();
  const { stage, address } = useVisitor();
  const home = useQuery(publicStateQuery);
  const [isChartOpen, setChartOpen] = useState(false);
  const onFlip = () => void navigate({ search: { sell: otherCurrency(sell) }, replace: true });
  const form = useSwap({ sell, onFlip, contracts });
  const quote = form.status.kind === 'open' ? form.status.quote : null;
  return (
    <>
      {address !== null && stage === 'authorized' && <PendingSwaps account={address} />}
      <SwapHero pool={form.pool} quote={quote} changes={home.data?.price ?? null} onChart={() => setChartOpen(true)} />
      <PriceSheet open={isChartOpen} onClose={() => setChartOpen(false)} />
      <SwapForm
        form={form}
        isPaused={home.data?.paused.includes('swap') ?? false}
        isConnected={stage !== 'disconnected'}
        onPreload={stage === 'authorized' ? undefined : () => void preloadPrompts()}
      />
    </>
  );
}
