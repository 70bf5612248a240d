import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActionWords } from '#actions/use-action-words.ts';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Room } from '#ui/panel.tsx';
import { SideSheet } from '#ui/side-sheet.tsx';
import { Loaded } from '#ui/state.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import { logEntryQuery, logList } from './log-queries.ts';
import { SignatureCheck } from './signature-check.tsx';
import { LogEntry } from './views/log-entry.tsx';
import { LogFilters } from './views/log-filters.tsx';
import { entryTitle } from './views/log-words.ts';

const route = getRouteApi('/log');

/** Everybody's log of what operators did: who, what, why, signed. */
export function LogPage() {
  const t = useTranslations('log');
  const { entry, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  return (
    <Room title={t('title')} lead={t('lead')}>
      <DataTable
        label={t('title')}
        name="log"
        columns={columns}
        query={logList(filters)}
        rowKey={({ logId }) => logId}
        openKey={entry}
        onOpenRow={({ logId }) => void navigate({ search: (search) => ({ ...search, entry: logId }) })}
        filters={
          <LogFilters
            search={filters}
            onChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }), replace: true })}
          />
        }
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
      {entry !== undefined && (
        <OpenEntry
          key={entry}
          logId={entry}
          onClose={() => void navigate({ search: ({ entry: _closed, ...search }) => search })}
        />
      )}
    </Room>
  );
}

function OpenEntry({ logId, onClose }: { readonly logId: string; readonly onClose: () => void }) {
  const t = useTranslations('log');
  const words = useActionWords();
  const query = useQuery(logEntryQuery(logId));
  const title = query.data == null ? t('entry', { number: logId }) : entryTitle(query.data.action, { t, words });
  return (
    <SideSheet open onClose={onClose} title={title} description={t('entry', { number: logId })}>
      <Loaded query={query}>
        {(found) => (found === null ? <EmptyState title={t('noEntry')} /> : <LogEntry entry={found} />)}
      </Loaded>
    </SideSheet>
  );
}

function useColumns(): readonly TableColumn<OperatorLogEntry>[] {
  const t = useTranslations('log');
  const words = useActionWords();
  return useMemo(
    () => [
      {
        ...{ id: 'time', heading: t('time'), isFixed: true },
        cell: ({ at }) => <Time time={at} />,
        text: ({ at }) => new Date(at).toISOString(),
      },
      {
        ...{ id: 'operator', heading: t('operator') },
        cell: ({ operator }) => <Address address={operator} />,
        text: ({ operator }) => operator,
      },
      {
        ...{ id: 'action', heading: t('action'), isFixed: true },
        cell: ({ action }) => entryTitle(action, { t, words }),
        text: ({ action }) => action,
      },
      {
        id: 'subject',
        heading: t('subject'),
        cell: ({ subject }) => <Clipped text={words.subjectOf(subject)} />,
        text: ({ subject }) => subject,
      },
      {
        id: 'reason',
        heading: t('reason'),
        cell: ({ reason }) => <Clipped text={reason} />,
        text: ({ reason }) => reason,
      },
      {
        ...{ id: 'proposedBy', heading: t('proposedBy'), isExtra: true },
        cell: ({ proposedBy }) => proposedBy !== null && <Address address={proposedBy} />,
        text: ({ proposedBy }) => proposedBy ?? '',
      },
      {
        ...{ id: 'proposal', heading: t('proposal'), isExtra: true },
        cell: ({ proposalId }) => proposalId,
        text: ({ proposalId }) => proposalId ?? '',
      },
      {
        ...{ id: 'signature', heading: t('signatureHeading') },
        cell: (entry) => <SignatureCheck entry={entry} />,
        text: ({ signature }) => signature,
      },
    ],
    [t, words],
  );
}

/** A text of one line; the whole of it is in the title and in the entry. */
function Clipped({ text }: { readonly text: string }) {
  return (
    <span className="block max-w-[2.6rem] truncate" title={text}>
      {text}
    </span>
  );
}
