import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { plansOfCityQuery } from './operators-queries.ts';
import { cityOf, lastPlanBefore, planChanges } from './plan-changes.ts';
import { useVerdicts } from './use-verdicts.ts';
import { PlanChanges } from './views/plan-changes.tsx';

export type PlanComparisonProps = {
  /** A plan whose signatures agree. */
  readonly entry: OperatorLogEntry;
};

/** The terms that a plan makes better or worse for participants; the earlier plan of its city is verified like it. */
export function PlanComparison({ entry }: PlanComparisonProps) {
  const t = useTranslations('actions.plan');
  const { data, isError } = useQuery(plansOfCityQuery(cityOf(entry)));
  const last = useMemo(() => (data === undefined ? undefined : lastPlanBefore(entry, data)), [data, entry]);
  // Beside the compared one: a signature that is shown twice is refused.
  const { verdicts, isUnread } = useVerdicts(
    useMemo(() => (last === undefined ? [] : [last.entry, entry]), [last, entry]),
  );
  const [verdict] = verdicts;
  if (isError || isUnread) return <p className="pb-2 text-sm text-muted">{t('unread')}</p>;
  if (data === undefined) return <Skeleton className="h-16" />;
  if (last === undefined) return <p className="pb-2 text-sm text-muted">{t('first')}</p>;
  if (verdict === undefined) return <Skeleton className="h-16" />;
  if (verdict.kind === 'differs' || verdict.signers.length < 2) {
    return <p className="pb-2 text-sm text-danger">{t('unverified')}</p>;
  }
  const changes = planChanges(last.entry, entry);
  if (changes === null) return <p className="pb-2 text-sm text-muted">{t('unread')}</p>;
  return (
    <>
      {last.mayBeRevoked && <p className="pb-1 text-sm text-muted">{t('revoked')}</p>}
      <PlanChanges changes={changes} />
    </>
  );
}
