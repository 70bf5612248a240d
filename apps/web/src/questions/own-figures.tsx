import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { loadStatus } from '#platform/load-status.ts';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { orderQuery, ordersQuery, previewQuery } from '#rounds/rounds-queries.ts';
import { useVisitor } from '#session/use-visitor.ts';
import { teamQuery } from '#team/team-queries.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { orderToExplain } from './explain.ts';
import { ExampleFigures, LevelFigures, NoFigures, OrderFigures } from './views/figures.tsx';

/** Explains the rules by the user's latest order and level; without an order, by an example from an open round. */
export function OwnFigures() {
  const t = useTranslations('questions.figures');
  const { stage, address } = useVisitor();
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('title')}</SectionTitle>
      {stage === 'authorized' && address !== null ? <OfAccount address={address} /> : <Example />}
    </section>
  );
}

function OfAccount({ address }: { readonly address: string }) {
  const orders = useInfiniteQuery(ordersQuery(address, undefined));
  const team = useQuery(teamQuery(address));
  if (orders.data === undefined) {
    if (orders.error === null) return <SkeletonRows rows={3} />;
    return <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />;
  }
  const order = orderToExplain(orders.data.pages.flatMap(({ items }) => items));
  return (
    <>
      {order === null ? <Example /> : <OfOrder address={address} orderId={order.orderId} />}
      {team.data !== undefined && <LevelFigures team={team.data} />}
    </>
  );
}

function OfOrder({ address, orderId }: { readonly address: string; readonly orderId: string }) {
  const query = useQuery(orderQuery(address, orderId));
  const status = loadStatus(query);
  if (status.kind === 'loading') return <SkeletonRows rows={3} />;
  if (status.kind === 'failed') return <ErrorState error={status.error} onRetry={() => void query.refetch()} />;
  return <OrderFigures detail={status.data} />;
}

function Example() {
  const home = useQuery(publicStateQuery);
  const round = home.data?.openRounds[0];
  const preview = useQuery({
    ...previewQuery({ roundId: round?.roundId ?? '', amount: round?.minimum ?? '', isMine: false }),
    enabled: round !== undefined,
  });
  if (round !== undefined && preview.data !== undefined) return <ExampleFigures round={round} preview={preview.data} />;
  const isLoading = home.isPending || (round !== undefined && preview.isPending);
  return isLoading ? <SkeletonRows rows={3} /> : <NoFigures />;
}
