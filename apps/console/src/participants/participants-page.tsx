import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { TextFilter } from '#ui/filters.tsx';
import { Money } from '#ui/money.tsx';
import { Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import { foundQuery, type ListedParticipant, participantList } from './participants-queries.ts';
import { kindOfText } from './participants-search.ts';
import { FoundList } from './views/found-list.tsx';

const route = getRouteApi('/participants');

/** Participants: found by whatever names them, else all, newest first. */
export function ParticipantsPage() {
  const t = useTranslations('participants');
  const { find } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const kind = find === undefined ? null : kindOfText(find);
  return (
    <Room title={t('title')} lead={t('lead')} actions={<ActionButton name="leaderboardNames/remove" />}>
      {find !== undefined && kind === 'name' && <Found text={find} />}
      <DataTable
        label={t('list')}
        name="participants"
        columns={columns}
        query={participantList(kind === 'prefix' ? find : undefined)}
        rowKey={({ address }) => address}
        onOpenRow={({ address }) => void navigate({ to: '/participants/$address', params: { address }, search: {} })}
        filters={
          <TextFilter
            label={t('find')}
            holds="address"
            placeholder={t('findHint')}
            value={find}
            check={(text) => (kindOfText(text) === null ? t('badText') : null)}
            onChange={(text) => void navigate({ search: text === undefined ? {} : { find: text }, replace: true })}
          />
        }
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
    </Room>
  );
}

function Found({ text }: { readonly text: string }) {
  const t = useTranslations('participants');
  const query = useQuery(foundQuery(text));
  return (
    <Panel title={t('found')}>
      <Loaded query={query}>{({ found }) => <FoundList found={found} text={text} />}</Loaded>
    </Panel>
  );
}

function useColumns(): readonly TableColumn<ListedParticipant>[] {
  const t = useTranslations('participants');
  return useMemo(
    () => [
      {
        ...{ id: 'address', heading: t('address'), isFixed: true },
        cell: ({ address }) => <ParticipantLink address={address} />,
        text: ({ address }) => address,
      },
      {
        ...{ id: 'registered', heading: t('registeredAt') },
        cell: ({ registeredAt }) => <Time time={registeredAt} />,
        text: ({ registeredAt }) => new Date(registeredAt).toISOString(),
      },
      {
        ...{ id: 'ju', heading: t('availableJu'), align: 'right' },
        cell: ({ availableJu }) => <Money value={availableJu} />,
        text: ({ availableJu }) => availableJu,
      },
      {
        ...{ id: 'fmc', heading: t('availableFmc'), align: 'right' },
        cell: ({ availableFmc }) => <Money value={availableFmc} />,
        text: ({ availableFmc }) => availableFmc,
      },
      {
        ...{ id: 'consent', heading: t('consentAt') },
        cell: ({ consentAt }) => (consentAt === null ? t('never') : <Time time={consentAt} />),
        text: ({ consentAt }) => (consentAt === null ? '' : new Date(consentAt).toISOString()),
      },
    ],
    [t],
  );
}
