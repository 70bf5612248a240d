import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { FoldOnDemand } from '#ui/fold-on-demand.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { PlanComparisonProps } from './plan-comparison.tsx';

const PlanComparison = lazyPart<PlanComparisonProps>(
  ['actions', 'rounds'],
  async () => (await import('./plan-comparison.tsx')).PlanComparison,
  <Skeleton className="h-16" />,
);

/** The comparison of a plan with the last one of its city, folded: few readers of the log need its code and call. */
export function PlanFold({ entry }: PlanComparisonProps) {
  const t = useTranslations('actions.plan');
  return (
    <FoldOnDemand kind="line" title={t('title')} titleClassName="text-muted">
      <PlanComparison entry={entry} />
    </FoldOnDemand>
  );
}
