import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { PreviewTable } from '#actions/preview-table.tsx';
import { SignedWords } from '#actions/signed-words.tsx';
import { useActionWords } from '#actions/use-action-words.ts';
import { Address } from '#ui/address.tsx';
import { Facts } from '#ui/panel.tsx';
import { Time } from '#ui/time.tsx';
import { SignatureCheck } from '../signature-check.tsx';

/** An entry of the log: operator, reason, changes, and exactly the signed data. */
export function LogEntry({ entry }: { readonly entry: OperatorLogEntry }) {
  const t = useTranslations('log');
  const { subjectOf } = useActionWords();
  const { at, operator, proposedBy, subject, before, after, reason, proposalId, signed, signature } = entry;
  const currency = signed.message['currency'];
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { label: t('time'), value: <Time time={at} /> },
          { label: t('subject'), value: subjectOf(subject) },
          { label: t('signatureHeading'), value: <SignatureCheck entry={entry} /> },
        ]}
      />
      <Facts
        facts={[
          { label: t('operator'), value: <Address address={operator} whole /> },
          ...(proposedBy === null ? [] : [{ label: t('proposedBy'), value: <Address address={proposedBy} whole /> }]),
          ...(proposalId === null ? [] : [{ label: t('proposal'), value: <ProposalLink proposalId={proposalId} /> }]),
        ]}
      />
      <div>
        <h3 className="text-muted text-xs">{t('reason')}</h3>
        <p className="whitespace-pre-wrap break-words text-sm">{reason}</p>
      </div>
      {(before !== null || after !== null) && (
        <PreviewTable {...{ before, after }} currency={typeof currency === 'string' ? currency : null} />
      )}
      <SignedWords signed={signed} />
      <div>
        <h3 className="text-muted text-xs">{t('signatureHeading')}</h3>
        <p className="break-all font-mono text-2xs" translate="no">
          {signature}
        </p>
        <p className="mt-1 text-muted text-xs">{t('public')}</p>
      </div>
    </div>
  );
}

function ProposalLink({ proposalId }: { readonly proposalId: string }) {
  return (
    <Link to="/proposals/$proposalId" params={{ proposalId }} className="text-accent-ink underline">
      #{proposalId}
    </Link>
  );
}
