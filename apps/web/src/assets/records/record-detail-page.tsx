import { RefusalError } from '@city-mint/client/refusal-error.ts';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { getRouteApi, Link } from '#platform/router/router.tsx';
import { activeChain } from '#session/active-chain.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { eventQuery } from '../assets-queries.ts';
import { parseRecordDetailSearch } from '../assets-search.ts';
import { WithdrawalProgress } from '../withdraw/withdrawal-progress.tsx';
import { EventDetail, EventHero } from './views/event-detail.tsx';

const route = getRouteApi('/record-detail', parseRecordDetailSearch);

/** One recharge or withdrawal; the user can continue a pending withdrawal here. */
export function RecordDetailPage() {
  const t = useTranslations('assets.detail');
  const { id } = route.useSearch();
  const { address } = useVisitor();
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/record" />
      <SessionGate text={t('gate')}>
        {id === undefined || address === null ? <NoRecord /> : <Detail eventId={id} account={address} />}
      </SessionGate>
    </Page>
  );
}

function Detail({ eventId, account }: { readonly eventId: string; readonly account: `0x${string}` }) {
  const query = useQuery(eventQuery(account, eventId));
  if (query.isPending) return <SkeletonRows rows={5} />;
  const event = query.data;
  if (event === null || isNotFound(query.error)) return <NoRecord />;
  if (event === undefined) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const explorer = activeChain.blockExplorers?.default.url ?? null;
  const { withdrawalId, status, txHash } = event;
  return (
    <>
      {withdrawalId === null || status === 'completed' ? (
        <EventHero event={event} />
      ) : (
        <WithdrawalProgress account={account} withdrawalId={withdrawalId} sendAtOnce={false} />
      )}
      <EventDetail event={event} explorerUrl={explorer === null ? null : `${explorer}/tx/${txHash}`} />
    </>
  );
}

function isNotFound(error: unknown): boolean {
  return error instanceof RefusalError && error.error === 'not-found';
}

function NoRecord() {
  const t = useTranslations('assets.detail');
  return (
    <EmptyState
      icon="record"
      title={t('notFound')}
      text={t('notFoundText')}
      action={
        <Link to="/record" className={buttonClass('soft', 'small')}>
          {t('toRecords')}
        </Link>
      }
    />
  );
}
