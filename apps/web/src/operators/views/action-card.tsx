import type { ShownVerdict } from '@city-mint/api-contract/operator-client/judge-entries';
import { signedAt } from '@city-mint/api-contract/operator-client/known-operators';
import type { OperatorLogEntry } from '@city-mint/api-contract/operator-client/verify-log-entry';
import { shortAddress } from '@city-mint/client/format.ts';
import { Badge } from '@city-mint/ui/badge.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { namingValues, reasonOf } from '../signed-values.ts';
import { SignedText } from './signed-text.tsx';
import { useActionTitle } from './use-action-title.ts';

type ActionCardProps = {
  readonly entry: OperatorLogEntry;
  /** Undefined until it is verified. */
  readonly verdict: ShownVerdict | undefined;
  readonly isUnread: boolean;
  /** Shown below the verdict. */
  readonly comparison: ReactNode;
};

/**
 * An action of operators in the words that were signed, with its verdict. Only whether it was proposed, done or refused
 * comes from the server.
 */
export function ActionCard({ entry, verdict, isUnread, comparison }: ActionCardProps) {
  const t = useTranslations('actions');
  const title = useActionTitle();
  const { action, signed } = entry;
  const values = namingValues(signed.message);
  return (
    <Card className="flex flex-col gap-1.5">
      <div className="pair items-center">
        <h2 className="min-w-0 text-base font-semibold">{title(String(signed.message['action']))}</h2>
        {action.startsWith('propose ') && <Badge kind="pending">{t('outcomes.proposed')}</Badge>}
        {action.startsWith('refuse ') && <Badge>{t('outcomes.refused')}</Badge>}
      </div>
      {values !== '' && (
        <p className="text-sm break-words figures" lang="en" translate="no">
          {values}
        </p>
      )}
      <p className="text-sm break-words text-muted">{reasonOf(signed.message)}</p>
      <p className="text-xs text-muted figures">{formatTime(signedAt(entry))}</p>
      <Verdict verdict={verdict} isUnread={isUnread} />
      {comparison}
      <SignedText entry={entry} />
    </Card>
  );
}

function Verdict({ verdict, isUnread }: Pick<ActionCardProps, 'verdict' | 'isUnread'>) {
  const t = useTranslations('actions');
  if (verdict === undefined) return <p className="text-sm text-muted">{isUnread ? t('unread') : t('checking')}</p>;
  if (verdict.kind === 'differs') {
    const { fault, place } = verdict;
    return (
      <p className="flex gap-2 text-sm font-medium text-danger">
        <Icon name="alert" className="mt-px" />
        <span className="min-w-0 flex-1 break-words">
          {t('differs')} · {t(`faults.${fault}`, { field: place, address: shortAddress(place) })}
        </span>
      </p>
    );
  }
  const [one = '', other] = verdict.signers.map(shortAddress);
  return (
    <p className="flex gap-2 text-sm font-medium text-success">
      <Icon name="check" className="mt-px" />
      <span className="min-w-0 flex-1">
        {other === undefined ? t('signed.one', { one }) : t('signed.two', { one, other })}
      </span>
    </p>
  );
}
