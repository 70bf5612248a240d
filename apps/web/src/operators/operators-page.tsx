import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { EmptyState } from '@city-mint/ui/empty-state.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentProps, memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { proofSettings } from '#proof/proof-settings.ts';
import { Fold } from '#ui/fold.tsx';
import { InfiniteList } from '#ui/infinite-list.tsx';
import { Page } from '#ui/page.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { operatorLogQuery } from './operators-queries.ts';
import { PlanFold } from './plan-fold.tsx';
import { useVerdicts } from './use-verdicts.ts';
import { ActionCard } from './views/action-card.tsx';
import { VerdictSummary } from './views/verdict-summary.tsx';

/** The log of operators: every action, its reason, and who signed it, verified on this device. */
export function OperatorsPage() {
  const t = useTranslations('actions');
  const query = useInfiniteQuery(operatorLogQuery);
  const entries = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const { verdicts, isUnread } = useVerdicts(entries);
  const verdictOf = new Map(entries.map((entry, index) => [entry, verdicts[index]]));
  return (
    <Page tabBar={false}>
      <PageHeader title={t('title')} backTo="/proof" />
      <p className="text-sm text-muted">{t('lead')}</p>
      {entries.length > 0 && <VerdictSummary verdicts={verdicts} isUnread={isUnread} />}
      {proofSettings.operators.length === 0 && <Notice>{t('unlisted')}</Notice>}
      <Fold title={t('limits')} className="rounded-xl bg-surface shadow-card">
        <p className="px-4 pb-4 text-sm text-muted">{t('limitsText')}</p>
      </Fold>
      <InfiniteList
        label={t('title')}
        query={query}
        keyOf={({ logId }) => logId}
        renderItem={(entry) => <Action entry={entry} verdict={verdictOf.get(entry)} isUnread={isUnread} />}
        empty={<EmptyState icon="shield" title={t('none')} text={t('noneText')} />}
      />
    </Page>
  );
}

type ActionProps = Pick<ComponentProps<typeof ActionCard>, 'entry' | 'verdict' | 'isUnread'>;

/** Rendered again only with another verdict: those of the others arrive while it is shown. */
const Action = memo(
  ({ entry, verdict, isUnread }: ActionProps) => (
    <ActionCard
      entry={entry}
      verdict={verdict}
      isUnread={isUnread}
      comparison={isPlan(entry) && verdict?.kind === 'agrees' && <PlanFold entry={entry} />}
    />
  ),
  (before, after) =>
    before.entry === after.entry &&
    before.isUnread === after.isUnread &&
    JSON.stringify(before.verdict) === JSON.stringify(after.verdict),
);

function isPlan({ signed }: OperatorLogEntry): boolean {
  return signed.message['action'] === 'plans/publish';
}
