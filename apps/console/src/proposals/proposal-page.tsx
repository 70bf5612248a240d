import { Notice } from '@city-mint/ui/notice.tsx';
import { SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ActionDone } from '#actions/action-done.tsx';
import { previewQuery } from '#actions/action-queries.ts';
import { entryKey, useEntry } from '#actions/action-store.ts';
import { useActionWords } from '#actions/use-action-words.ts';
import { proposalLogQuery } from '#log/log-queries.ts';
import { SignatureCheck } from '#log/signature-check.tsx';
import { entryTitle } from '#log/views/log-words.ts';
import { useOperator } from '#session/operator-queries.ts';
import { Address } from '#ui/address.tsx';
import { Panel, Room } from '#ui/panel.tsx';
import { ErrorState, Loaded } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import { ProposalDecision } from './proposal-decision.tsx';
import { type Proposal, proposalQuery } from './proposals-queries.ts';
import { ProposalView } from './views/proposal-view.tsx';

const route = getRouteApi('/proposals/$proposalId');

/** A proposal for its second operator: its current changes next to those proposed. */
export function ProposalPage() {
  const t = useTranslations('proposals');
  const { proposalId } = route.useParams();
  const query = useQuery(proposalQuery(proposalId));
  const outcome = useDecision(proposalId);
  const { why, onChanged } = useOvertaken();
  return (
    <Room back={{ to: '/proposals', label: t('all') }} title={t('one', { number: proposalId })}>
      {outcome !== null && <ActionDone outcome={outcome} />}
      {outcome === null && why !== null && (
        <Notice kind="danger">
          <p>{why}</p>
          <p>{t('overtaken')}</p>
        </Notice>
      )}
      {outcome === null && (
        <Loaded query={query} skeleton={<SkeletonRows rows={6} />}>
          {(proposal) =>
            proposal === null ? (
              why === null && <Notice kind="info">{t('notOpen')}</Notice>
            ) : (
              <OpenProposal proposal={proposal} onChanged={onChanged} />
            )
          }
        </Loaded>
      )}
      <History proposalId={proposalId} />
    </Room>
  );
}

/** This operator's decision in this tab; null if there is none. */
function useDecision(proposalId: string) {
  const { address } = useOperator();
  const confirmed = useEntry(entryKey(address, 'proposals/confirm', { proposalId }));
  const rejected = useEntry(entryKey(address, 'proposals/reject', { proposalId }));
  return confirmed.outcome ?? rejected.outcome;
}

/** Message after another operator acted first, with `onChanged`, which reloads everything. */
function useOvertaken() {
  const queries = useQueryClient();
  const [why, setWhy] = useState<string | null>(null);
  const onChanged = useCallback(
    (words: string) => {
      setWhy(words);
      void queries.invalidateQueries();
    },
    [queries],
  );
  return { why, onChanged };
}

type OpenProposalProps = { readonly proposal: Proposal; readonly onChanged: (why: string) => void };

function OpenProposal({ proposal, onChanged }: OpenProposalProps) {
  const t = useTranslations('proposals');
  const { refusalOf } = useActionWords();
  const { data: preview, error, refetch } = useQuery(previewQuery(proposal.action, proposal.params));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (preview === undefined) return <SkeletonRows rows={6} />;
  const now = preview.ok ? preview.data : null;
  const isOutdated = now !== null && now.version !== proposal.version;
  return (
    <>
      {!preview.ok && <Notice kind="danger">{t('refusedNow', { why: refusalOf(preview) })}</Notice>}
      {isOutdated && <Notice kind="danger">{t('outdated')}</Notice>}
      {now !== null && !isOutdated && <Notice kind="success">{t('current')}</Notice>}
      <ProposalView
        proposal={proposal}
        now={isOutdated ? now : null}
        consequence={isOutdated ? null : (now?.consequence ?? null)}
      />
      <ProposalDecision proposal={proposal} canConfirm={now !== null && !isOutdated} onChanged={onChanged} />
    </>
  );
}

/** The log's entries of the proposal. */
function History({ proposalId }: { readonly proposalId: string }) {
  const t = useTranslations('proposals');
  const logWords = useTranslations('log');
  const words = useActionWords();
  const query = useQuery(proposalLogQuery(proposalId));
  return (
    <Panel title={t('history')}>
      <Loaded query={query}>
        {(entries) => (
          <ul className="flex flex-col divide-y divide-line text-sm">
            {entries.map((entry) => (
              <li key={entry.logId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
                <Time time={entry.at} />
                <Link to="/log" search={{ entry: entry.logId }} className="text-accent-ink underline">
                  {entryTitle(entry.action, { t: logWords, words })}
                </Link>
                <Address address={entry.operator} />
                <SignatureCheck entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
