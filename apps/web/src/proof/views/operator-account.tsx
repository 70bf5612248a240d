import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { shortAddress } from '@city-mint/client/format.ts';
import { Card } from '@city-mint/ui/card.tsx';
import { KeyValues } from '@city-mint/ui/key-values.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { Amount } from '#ui/amount.tsx';

type OperatorProof = ReplyOf<'GET /api/app/proof/operator'>;

/** The operator's separate earnings from successes and failures, and its payouts with their reasons. */
export function OperatorAccount({ account }: { readonly account: OperatorProof }) {
  const t = useTranslations('proof.operator');
  return (
    <>
      <div className="grid gap-2.5">
        {(['fromSuccesses', 'fromFailures'] as const).map((source) => (
          <Card key={source} className="min-w-0">
            <h3 className="text-sm text-muted">{t(source)}</h3>
            <Amount value={account[source].earned} unit="JU" compact className="text-lg font-semibold" />
            <KeyValues
              rows={[
                { label: t('paidOut'), value: <Amount value={account[source].paidOut} unit="JU" compact /> },
                { label: t('left'), value: <Amount value={account[source].balance} unit="JU" compact /> },
              ]}
            />
          </Card>
        ))}
      </div>
      <Card>
        <h3 className="text-sm font-semibold">{t('payouts')}</h3>
        {account.payouts.length === 0 && <p className="mt-2 text-sm text-muted">{t('noPayouts')}</p>}
        <ul className="divide-y divide-line">
          {account.payouts.map((payout) => (
            <li key={`${payout.at}-${payout.documentHash}`} className="py-3 text-sm">
              <div className="pair">
                <span className="min-w-0 font-medium">{payout.purpose}</span>
                <Amount value={payout.amount} unit="JU" />
              </div>
              <p className="mt-1 text-xs text-muted figures">
                {formatTime(payout.at)} · {t(`states.${payout.state}`)}
              </p>
              <p className="mt-0.5 text-xs text-muted">
                {t('approved', { one: shortAddress(payout.proposedBy), other: shortAddress(payout.approvedBy) })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}
