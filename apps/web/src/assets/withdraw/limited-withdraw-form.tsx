import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { loadStatus } from '#platform/load-status.ts';
import { serverNow } from '#platform/server-clock.ts';
import { withdrawLimitsQuery } from '../assets-queries.ts';
import { WithdrawForm } from './views/withdraw-form.tsx';
import { WithdrawLimits } from './views/withdraw-limits.tsx';
import { currencyLimits, recipientWait, withdrawalStop } from './withdrawal-limits.ts';

type FormProps = ComponentProps<typeof WithdrawForm>;
type LimitedWithdrawFormProps = Omit<FormProps, 'permitted' | 'waitOf' | 'isStopped'>;

/** The form of a withdrawal within the current limits. It works without them too, since the server decides. */
export function LimitedWithdrawForm(props: LimitedWithdrawFormProps) {
  const { currency, ownAddress, available } = props;
  const limits = useQuery(withdrawLimitsQuery(ownAddress));
  const now = serverNow();
  const { data } = limits;
  const stop = data === undefined ? null : withdrawalStop(data, now);
  return (
    <>
      <WithdrawLimits
        limits={loadStatus(limits)}
        currency={currency}
        available={available}
        stop={stop}
        onRetry={() => void limits.refetch()}
      />
      <WithdrawForm
        {...props}
        permitted={data === undefined ? null : (currencyLimits(data, currency)?.left ?? null)}
        waitOf={(to) => (data === undefined ? { kind: 'none' } : recipientWait(data, { to, ownAddress, now }))}
        isStopped={stop !== null}
      />
    </>
  );
}
