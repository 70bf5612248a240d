import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useActionWords } from '#actions/use-action-words.ts';
import { Address } from '#ui/address.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Room } from '#ui/panel.tsx';
import type { TableColumn } from '#ui/table-column.ts';
import { Time } from '#ui/time.tsx';
import { openProposals, type Proposal } from './proposals-queries.ts';

/** What waits for a second operator. */
export function ProposalsPage() {
  const t = useTranslations('proposals');
  const navigate = useNavigate();
  const columns = useColumns();
  return (
    <Room title={t('title')} lead={t('lead')}>
      <DataTable
        label={t('title')}
        name="proposals"
        columns={columns}
        query={openProposals}
        rowKey={({ proposalId }) => proposalId}
        onOpenRow={({ proposalId }) => void navigate({ to: '/proposals/$proposalId', params: { proposalId } })}
        empty={{ title: t('empty'), text: t('emptyText') }}
      />
    </Room>
  );
}

function useColumns(): readonly TableColumn<Proposal>[] {
  const t = useTranslations('proposals');
  const { titleOf, subjectOf } = useActionWords();
  return useMemo(
    () => [
      {
        ...{ id: 'action', heading: t('action'), isFixed: true },
        cell: ({ action, proposalId }) => (
          <Link to="/proposals/$proposalId" params={{ proposalId }} className="font-medium text-accent-ink">
            {titleOf(action)}
          </Link>
        ),
        text: ({ action }) => action,
      },
      {
        ...{ id: 'subject', heading: t('subject') },
        cell: ({ subject }) => subjectOf(subject),
        text: ({ subject }) => subject,
      },
      {
        ...{ id: 'proposedBy', heading: t('proposedBy') },
        cell: ({ proposedBy }) => <Address address={proposedBy} />,
        text: ({ proposedBy }) => proposedBy,
      },
      {
        ...{ id: 'reason', heading: t('reason') },
        cell: ({ reason }) => (
          <span className="block max-w-[3.2rem] truncate" title={reason}>
            {reason}
          </span>
        ),
        text: ({ reason }) => reason,
      },
      {
        ...{ id: 'proposedAt', heading: t('proposedAt') },
        cell: ({ proposedAt }) => <Time time={proposedAt} />,
        text: ({ proposedAt }) => new Date(proposedAt).toISOString(),
      },
      {
        ...{ id: 'expiresAt', heading: t('expiresAt') },
        cell: ({ expiresAt }) => <Time time={expiresAt} />,
        text: ({ expiresAt }) => new Date(expiresAt).toISOString(),
      },
    ],
    [t, titleOf, subjectOf],
  );
}
