import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { useTranslations } from 'use-intl';
import { FoldOnDemand } from '#ui/fold-on-demand.tsx';

type SignedTextProps = { readonly entry: OperatorLogEntry };

/** Exactly the signed fields, and the signatures, the proposer's first; folded, and rendered only when opened. */
export function SignedText({ entry }: SignedTextProps) {
  const t = useTranslations('actions');
  return (
    <FoldOnDemand kind="line" title={t('signedText')} titleClassName="text-muted">
      <Fields entry={entry} />
    </FoldOnDemand>
  );
}

function Fields({ entry }: SignedTextProps) {
  const t = useTranslations('actions');
  const { signed, signature, proposed } = entry;
  const signatures = proposed === null ? [signature] : [proposed.signature, signature];
  return (
    <dl className="flex flex-col gap-2 pt-2 text-xs">
      {Object.entries(signed.message).map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted" lang="en" translate="no">
            {name}
          </dt>
          <dd className="break-words whitespace-pre-wrap" lang="en" translate="no">
            {typeof value === 'string' ? value || '–' : value.join('\n')}
          </dd>
        </div>
      ))}
      <div>
        <dt className="text-muted">{t('signature')}</dt>
        {signatures.map((text) => (
          <dd key={text} className="font-mono break-all" translate="no">
            {text}
          </dd>
        ))}
      </div>
    </dl>
  );
}
