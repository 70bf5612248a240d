import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { Badge } from '@city-mint/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { logFaultQuery } from './log-queries.ts';

/** Whether the operator signed exactly this entry, as this browser computes it. */
export function SignatureCheck({ entry }: { readonly entry: OperatorLogEntry }) {
  const t = useTranslations('log.signature');
  const { data: fault, isError } = useQuery(logFaultQuery(entry));
  if (isError) return <Badge kind="danger">{t('unreadable')}</Badge>;
  if (fault === undefined) return <Badge>{t('checking')}</Badge>;
  return fault === null ? (
    <Badge kind="success">{t('valid')}</Badge>
  ) : (
    <span title={fault}>
      <Badge kind="danger">{t('invalid')}</Badge>
    </span>
  );
}
