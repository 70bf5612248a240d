import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { loadStatus } from '#platform/load-status.ts';
import { serverNow } from '#platform/server-clock.ts';
import { useKnownAddresses, useSavedRecipients } from '#recipients/known-recipients.ts';
import { withdrawLimitsQuery } from '../assets-queries.ts';
import { WithdrawForm } from './views/withdraw-form.tsx';
import { WithdrawLimits } from './views/withdraw-limits.tsx';
import { currencyLimits, recipientWait, withdrawalStop } from './withdrawal-limits.ts';

type FormProps = ComponentProps<typeof WithdrawForm>;
type LimitedWithdrawFormProps = Omit<FormProps, 'permitted' | 'waitOf' | 'isStopped' | 'saved' | 'known'>;

/**
 * The form of a withdrawal within the current limits. It works without them too, since the server decides. An entered
 * address is also compared with the recipients that the server knows, which this device need not have saved.
 */
export function LimitedWithdrawForm(props: LimitedWithdrawFormProps) {
  const { currency, ownAddress, available } = props;
  const t = useTranslations('recipients');
  const limits = useQuery(withdrawLimitsQuery(ownAddress));
  const saved = useSavedRecipients(ownAddress);
  const known = useKnownAddresses(ownAddress, saved);
  const now = serverNow();
  const { data } = limits;
  const stop = data === undefined ? null : withdrawalStop(data, now);
  const used = data?.recipients.map(({ address }) => ({ address, label: t('used') })) ?? [];
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
        saved={saved}
        known={[...known, ...used]}
        permitted={data === undefined ? null : (currencyLimits(data, currency)?.left ?? null)}
        waitOf={(to) => (data === undefined ? { kind: 'none' } : recipientWait(data, { to, ownAddress, now }))}
        isStopped={stop !== null}
      />
    </>
  );
}
