import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';
import { Tabs } from '@city-mint/ui/tabs.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { MachinesTable, RechargesTable, SessionsTable } from './asset-tables.tsx';
import { DirectsTable } from './directs-table.tsx';
import { OrdersTable } from './orders-table.tsx';
import type { ParticipantListProps } from './participant-list-props.ts';
import { ParticipantWithdrawals } from './participant-withdrawals.tsx';
import { participantQuery } from './participants-queries.ts';
import { PARTICIPANT_TABS, type ParticipantSearch, type ParticipantTab } from './participants-search.ts';
import { TransfersTable } from './transfers-table.tsx';
import { ParticipantOverview } from './views/participant-overview.tsx';
import { TeamFigures } from './views/team-figures.tsx';

const route = getRouteApi('/participants/$address');

/** A participant: balances, and all records of them, read-only. */
export function ParticipantPage() {
  const t = useTranslations('participants');
  const { address } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onChange = (change: ParticipantSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const list = { address, search, onChange };
  const panels: Readonly<Record<ParticipantTab, ReactNode>> = {
    overview: <Overview address={address} />,
    orders: <OrdersTable {...list} />,
    transfers: <TransfersTable {...list} />,
    team: <Team {...list} />,
    withdrawals: <ParticipantWithdrawals {...list} />,
    recharges: <RechargesTable {...list} />,
    machines: <MachinesTable address={address} />,
    sessions: <SessionsTable address={address} />,
  };
  const tab = search.tab ?? 'overview';
  return (
    <Room
      back={{ to: '/participants', label: t('list') }}
      title={t('one')}
      actions={
        <>
          <ActionButton name="memberStatus/grant" fields={{ address }} />
          <ActionButton name="exchangeAccounts/free" fields={{ address }} />
        </>
      }
    >
      <GroupedAddress address={address} />
      <Tabs
        label={t('sections')}
        value={tab}
        tabs={PARTICIPANT_TABS.map((value) => ({
          ...{ value, label: t(`tabs.${value}`) },
          panel: value === tab ? panels[value] : null,
        }))}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      />
    </Room>
  );
}

function Overview({ address }: { readonly address: string }) {
  const query = useQuery(participantQuery(address));
  return <Loaded query={query}>{(detail) => <ParticipantOverview detail={detail} />}</Loaded>;
}

function Team(list: ParticipantListProps) {
  const query = useQuery(participantQuery(list.address));
  return (
    <div className="flex flex-col gap-4">
      <Loaded query={query}>{({ team }) => <TeamFigures team={team} />}</Loaded>
      <DirectsTable {...list} />
    </div>
  );
}
