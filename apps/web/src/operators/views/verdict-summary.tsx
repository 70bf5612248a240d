import type { ShownVerdict } from '@city-mint/api-contract/operator-client/judge-entries';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';

type VerdictSummaryProps = {
  readonly verdicts: readonly (ShownVerdict | undefined)[];
  readonly isUnread: boolean;
};

/** Of all actions shown: whether each agrees with its signatures. */
export function VerdictSummary({ verdicts, isUnread }: VerdictSummaryProps) {
  const t = useTranslations('actions');
  const count = verdicts.length;
  const faults = verdicts.filter((verdict) => verdict?.kind === 'differs').length;
  const isDone = verdicts.every((verdict) => verdict !== undefined);
  if (faults > 0) return <Notice kind="danger">{t('some', { faults, count })}</Notice>;
  if (isDone) return <Notice kind="success">{t('all', { count })}</Notice>;
  return <Notice kind="pending">{isUnread ? t('unread') : t('checking')}</Notice>;
}
