import { formatAmount, unitsOf } from '@city-mint/domain/money/amount-text';
import { sumAmounts } from '@city-mint/domain/money/token-amount';
import { Button } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { getRouteApi, Link } from '#platform/router/router.tsx';
import { publicStateQuery } from '#public-state/public-state-queries.ts';
import { SessionGate } from '#session/session-gate.tsx';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { holdKeyboard } from '#ui/sheet-field.ts';
import { adoptInviter } from './adopt-inviter.ts';
import { beadsOf } from './beads.ts';
import { BindSheet } from './bind-sheet.tsx';
import { useInviter } from './inviter-code.ts';
import { type Direct, pendingInviter } from './network.ts';
import { beadsQuery, teamEarningsQuery, teamKeys, teamQuery } from './team-queries.ts';
import { parseTeamSearch } from './team-search.ts';
import { EarningsSplit, type TeamEarnings } from './views/earnings-split.tsx';
import type { InviteSheetProps } from './views/invite-sheet.tsx';
import { AddressesCard, BindCall, BindingState } from './views/inviter-card.tsx';
import { NetworkHero } from './views/network-hero.tsx';
import { PersonSheet } from './views/person-sheet.tsx';
import { LargestLeg, NodeCard } from './views/status-cards.tsx';

const route = getRouteApi('/team', parseTeamSearch);

/** Apart, since it draws a QR code, whose library is a fifth of the screen's code. */
const InviteSheet = lazySheet<InviteSheetProps>(
  ['team'],
  async () => (await import('./views/invite-sheet.tsx')).InviteSheet,
);

/** The user's network: direct referrals, team and status, its earnings, the inviter, and the way to invite. */
export function TeamPage() {
  const t = useTranslations('team');
  const { stage, address } = useVisitor();
  const navigate = route.useNavigate();
  const isSignedIn = stage === 'authorized' && address !== null;
  return (
    <Page tabBar={false}>
      <PageHeader
        title={t('title')}
        backTo="/my"
        aside={
          isSignedIn && (
            <Button
              kind="plain"
              size="small"
              className="-mr-4"
              onPointerEnter={preloadInvite}
              onClick={() => void navigate({ search: { sheet: 'invite' } })}
            >
              {t('share')}
            </Button>
          )
        }
      />
      <SessionGate sample="beads" text={t('gate')}>
        {address !== null && <Network address={address} />}
      </SessionGate>
    </Page>
  );
}

function Network({ address }: { readonly address: `0x${string}` }) {
  const t = useTranslations('team');
  const { sheet } = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const linkText = useInviter();
  const [person, setPerson] = useState<Direct | null>(null);
  const team = useQuery(teamQuery(address));
  const directs = useQuery(beadsQuery(address));
  const profit = useQuery(teamEarningsQuery(address));
  const region = useQuery(publicStateQuery).data?.region;
  const close = () => void navigate({ search: {}, replace: true });
  const openBinding = () => {
    holdKeyboard();
    void navigate({ search: { sheet: 'bind' } });
  };
  const bound = team.data?.superior ?? null;
  // The binding may have completed since the page was last open, or on another device.
  useEffect(() => {
    if (bound !== null) adoptInviter(address, bound);
  }, [address, bound]);

  if (team.data === undefined) {
    if (team.error !== null) return <ErrorState error={team.error} onRetry={() => void team.refetch()} />;
    return <NetworkSkeleton />;
  }
  const { superior, binding } = team.data;
  const pending = pendingInviter(team.data);
  const mayBind = superior === null && pending === null;
  const largest = beadsOf(directs.data ?? []).find(({ isLargest }) => isLargest) ?? null;
  return (
    <>
      <PullToRefresh onRefresh={() => queryClient.refetchQueries({ queryKey: teamKeys.all, type: 'active' })}>
        <div className="flex flex-col gap-4 pb-24">
          {binding !== null && <BindingState binding={binding} />}
          {mayBind && <BindCall linkText={linkText} onBind={openBinding} />}
          <NetworkHero team={team.data} directs={directs.data ?? null} onPick={setPerson} />
          {region?.referralAllowed === false && <Notice kind="pending">{t('regionClosed')}</Notice>}
          <AddressesCard address={address} superior={superior} pending={pending} />
          {profit.data !== undefined && <EarningsSplit earnings={earningsOf(profit.data.byType)} />}
          <LargestLeg bead={largest} onPick={setPerson} />
          <NodeCard team={team.data} />
          <nav
            aria-label={t('title')}
            className="divide-y divide-line overflow-hidden rounded-xl bg-surface shadow-card"
          >
            <Onward to="/team-record" label={t('toRecord')} />
            <Onward to="/leaderboards" label={t('toBoards')} />
          </nav>
        </div>
      </PullToRefresh>
      <InviteBar onInvite={() => void navigate({ search: { sheet: 'invite' } })} />
      <BindSheet open={sheet === 'bind' && mayBind} ownAddress={address} onClose={close} />
      <InviteSheet open={sheet === 'invite'} address={address} onClose={close} />
      <PersonSheet direct={person} onClose={() => setPerson(null)} />
    </>
  );
}

function preloadInvite(): void {
  void InviteSheet.preload();
}

/** The screen's main action, within reach of the thumb. */
function InviteBar({ onInvite }: { readonly onInvite: () => void }) {
  const t = useTranslations('team');
  return (
    <div className="fixed inset-x-0 bottom-0 z-10 mx-auto max-w-[4.8rem] bg-linear-to-t from-page from-60% to-transparent px-4 pt-6 pb-[calc(0.16rem+env(safe-area-inset-bottom))]">
      <Button className="w-full" onPointerEnter={preloadInvite} onClick={onInvite}>
        {t('invite')}
      </Button>
    </div>
  );
}

function Onward({ to, label }: { readonly to: '/team-record' | '/leaderboards'; readonly label: string }) {
  return (
    <Link to={to} className="flex min-h-[0.54rem] items-center justify-between px-4 text-base active:bg-sunken">
      {label}
      <Icon name="next" className="text-sm text-muted" />
    </Link>
  );
}

function NetworkSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-[4.6rem] w-full rounded-2xl" />
      <Skeleton className="h-28 w-full rounded-xl" />
      <Skeleton className="h-28 w-full rounded-xl" />
    </div>
  );
}

/** Returns the earnings by type that come from the team: over 30 UTC days, including today. */
function earningsOf(byType: readonly { readonly type: string; readonly month: string }[]): TeamEarnings {
  const ofType = (type: string) => unitsOf(byType.find((row) => row.type === type)?.month ?? '0');
  const [reward, nodes, levels] = [ofType('reward'), ofType('node-output'), ofType('level-output')];
  return {
    total: formatAmount(sumAmounts([reward, nodes, levels])),
    reward: formatAmount(reward),
    nodes: formatAmount(nodes),
    levels: formatAmount(levels),
  };
}
