import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Badge, type BadgeKind } from '@city-mint/ui/badge.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';

type Withdrawal = ReplyOf<'POST /api/ops/withdrawals/list'>['items'][number];

const KINDS: Readonly<Record<Withdrawal['state'], BadgeKind>> = {
  requested: 'pending',
  approved: 'accent',
  signed: 'accent',
  completed: 'success',
  returned: 'neutral',
};

/** The state of a withdrawal, in a word. */
export function WithdrawalState({ state }: Pick<Withdrawal, 'state'>) {
  const t = useTranslations('withdrawals');
  return <Badge kind={KINDS[state]}>{t(`states.${state}`)}</Badge>;
}

/** Every reason why a withdrawal waits, each with when that ends where it is known. */
export function Waits({ waits }: Pick<Withdrawal, 'waits'>) {
  const t = useTranslations('withdrawals');
  return (
    <ul className="flex min-w-[2.2rem] flex-col">
      {waits.map(({ reason, until }) => (
        <li key={reason}>
          {t(`reasons.${reason}`)}
          {until !== null && <span className="text-muted"> {t('until', { time: formatTime(until) })}</span>}
        </li>
      ))}
    </ul>
  );
}
