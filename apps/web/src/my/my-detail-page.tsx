import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { machinesQuery } from '#miner/miner-queries.ts';
import { loadStatus } from '#platform/load-status.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { pendingInviter, type Team } from '#team/network.ts';
import { teamQuery } from '#team/team-queries.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Devices } from './devices.tsx';
import { DetailRows } from './views/detail-rows.tsx';
import { LevelDots } from './views/level-dots.tsx';
import { PassportNote } from './views/passport-note.tsx';

/** The account: address, node type, levels, bound accounts, and the devices that are signed in. */
export function MyDetailPage() {
  const t = useTranslations('passport');
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/my" />
      <SessionGate sample="note" text={t('gate')}>
        <Passport />
      </SessionGate>
    </Page>
  );
}

function Passport() {
  const { address } = useVisitor();
  const session = useSessionStore((state) => state.session);
  const query = useQuery({ ...teamQuery(address ?? ''), enabled: address !== null });
  const team = loadStatus(query);
  if (address === null || session === null) return null;
  return (
    <>
      <PassportNote
        address={address}
        joinedAt={session.user.registeredAt}
        nodeType={team.kind === 'ready' ? team.data.nodeType : null}
      />
      {team.kind === 'loading' && (
        <>
          <Skeleton className="h-24 w-full rounded-xl" />
          <SkeletonRows rows={3} />
        </>
      )}
      {team.kind === 'failed' && <ErrorState error={team.error} onRetry={() => void query.refetch()} />}
      {team.kind === 'ready' && (
        <>
          <LevelDots team={team.data} />
          <Bound address={address} team={team.data} />
        </>
      )}
      <Devices address={address} />
    </>
  );
}

function Bound({ address, team }: { readonly address: string; readonly team: Team }) {
  const machines = useInfiniteQuery(machinesQuery(address));
  const totals = machines.data?.pages[0]?.totals;
  return (
    <DetailRows
      superior={team.superior}
      pendingSuperior={pendingInviter(team)}
      uid={totals?.uid ?? null}
      pendingUid={totals?.confirmation?.uid ?? null}
    />
  );
}
