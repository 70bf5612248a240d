import { anchorKind, anchorState } from '@city-mint/api-contract/operator/journal-endpoints';
import { currency as currencies } from '@city-mint/api-contract/wire';
import { shortHash } from '@city-mint/client/format.ts';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { formatDuration } from '#platform/format.ts';
import { useLanguage } from '#platform/language-store.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ChoiceFilter } from '#ui/filters.tsx';
import { Facts, Panel, Room } from '#ui/panel.tsx';
import { Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { anchorColumns, entryColumns, treeColumns } from './journal-columns.tsx';
import { anchorsList, entriesList, journalQuery, treesList } from './journal-queries.ts';

const route = getRouteApi('/journal');

/** The ledger's journal, the anchored roots and the trees of liabilities, with their proofs and how to verify them. */
export function JournalPage() {
  const t = useTranslations('journal');
  return (
    <Room title={t('title')} lead={t('lead')}>
      <Seals />
      <Panel title={t('entries')}>
        <Entries />
      </Panel>
      <Panel title={t('anchors')}>
        <Anchors />
      </Panel>
      <Panel title={t('trees')}>
        <Trees />
      </Panel>
      <Panel title={t('verify')}>
        <ul className="flex flex-col gap-2 text-sm">
          {(['ledger', 'journal', 'anchors', 'settlement', 'operators'] as const).map((what) => (
            <li key={what}>
              {t(`verifying.${what}`)}
              <code className="ml-2 inline-flex items-center gap-1 rounded-sm bg-sunken px-2 py-0.5 font-mono text-xs">
                {COMMANDS[what]}
                <CopyButton text={COMMANDS[what]} />
              </code>
            </li>
          ))}
        </ul>
      </Panel>
    </Room>
  );
}

const COMMANDS = {
  ledger: 'npm run -s verify:ledger',
  journal: 'npm run -s verify:journal',
  anchors: 'npm run -s verify:anchors',
  settlement: 'npm run -s settle -- FILE',
  operators: 'npm run -s verify:operators',
} as const;

function Seals() {
  const t = useTranslations('journal');
  const { language } = useLanguage();
  const query = useQuery(journalQuery);
  return (
    <Panel title={t('seals')}>
      <Loaded query={query}>
        {(journal) => (
          <div className="flex flex-col gap-3">
            <Facts
              facts={[
                { label: t('entries'), value: journal.entries },
                { label: t('lastTransfer'), value: journal.lastTransferId },
                { label: t('hash'), value: shortHash(journal.lastHash) },
                {
                  label: t('sealedAt'),
                  value: journal.lastSealedAt === null ? '—' : <Time time={journal.lastSealedAt} />,
                },
                { label: t('unsealed'), value: formatDuration(journal.unsealedSeconds * 1_000, language) },
                { label: t('auditedAt'), value: journal.auditedAt === null ? '—' : <Time time={journal.auditedAt} /> },
                { label: t('readAt'), value: <Time time={journal.at} /> },
              ]}
            />
            {journal.integrityError === null ? (
              <Notice kind="success">{t('intact')}</Notice>
            ) : (
              <div className="flex flex-col items-start gap-2">
                <Notice kind="danger">
                  <strong className="break-all">{journal.integrityError}</strong>
                </Notice>
                <p className="text-sm">{t('acknowledgeText')}</p>
                <ActionButton name="journal/acknowledge" fields={{ integrityError: journal.integrityError }} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function Entries() {
  const t = useTranslations('journal');
  return (
    <DataTable
      label={t('entries')}
      name="journal-entries"
      columns={useMemo(() => entryColumns(t), [t])}
      query={entriesList}
      rowKey={({ number }) => number}
      empty={{ title: t('noEntries') }}
    />
  );
}

function Anchors() {
  const t = useTranslations('journal');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [kind, state] = [anchorKind.safeParse(search.kind).data, anchorState.safeParse(search.state).data];
  return (
    <DataTable
      label={t('anchors')}
      name="anchors"
      columns={useMemo(() => anchorColumns(t), [t])}
      query={anchorsList({ kind, state })}
      rowKey={({ anchorId }) => anchorId}
      empty={{ title: t('noAnchors') }}
      filters={
        <>
          <ChoiceFilter
            label={t('kind')}
            value={kind}
            options={anchorKind.options.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(chosen) => void navigate({ search: (before) => ({ ...before, kind: chosen }), replace: true })}
          />
          <ChoiceFilter
            label={t('state')}
            value={state}
            options={anchorState.options.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(chosen) => void navigate({ search: (before) => ({ ...before, state: chosen }), replace: true })}
          />
        </>
      }
    />
  );
}

function Trees() {
  const t = useTranslations('journal');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const currency = currencies.safeParse(search.currency).data;
  return (
    <DataTable
      label={t('trees')}
      name="liabilities"
      columns={useMemo(() => treeColumns(t), [t])}
      query={treesList({ currency })}
      rowKey={({ treeId }) => treeId}
      empty={{ title: t('noTrees') }}
      filters={
        <ChoiceFilter
          label={t('currency')}
          value={currency}
          options={currencies.options.map((value) => ({ value, label: value }))}
          onChange={(chosen) => void navigate({ search: (before) => ({ ...before, currency: chosen }), replace: true })}
        />
      }
    />
  );
}
