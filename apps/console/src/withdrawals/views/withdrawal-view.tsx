import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ParticipantLink } from '#transfers/views/transfer-view.tsx';
import { Address } from '#ui/address.tsx';
import { Money } from '#ui/money.tsx';
import { Facts } from '#ui/panel.tsx';
import { SmallTable } from '#ui/small-table.tsx';
import { Time } from '#ui/time.tsx';
import { WithdrawalHistory } from './withdrawal-history.tsx';
import { Waits, WithdrawalState } from './withdrawal-state.tsx';

type Detail = ReplyOf<'POST /api/ops/withdrawals/detail'>;

/** A withdrawal: whose, where to, why it waits, by which limits, and all that happened to it. */
export function WithdrawalView({ detail }: { readonly detail: Detail }) {
  const t = useTranslations('withdrawals');
  const { withdrawal, obstacle, rejectedBefore, history } = detail;
  const { state, account, to, amount, currency, waits, isPayout, isDemanded } = withdrawal;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { label: t('state'), value: <WithdrawalState state={state} /> },
          { label: t('amount'), value: <Money value={amount} unit={currency} decimals={18} /> },
          { label: t('account'), value: <ParticipantLink address={account} /> },
          { label: t('to'), value: to === account ? t('ownAddress') : <Address address={to} whole /> },
          { label: t('requestedAt'), value: <Time time={withdrawal.requestedAt} /> },
          ...(withdrawal.endedAt === null ? [] : [{ label: t('endedAt'), value: <Time time={withdrawal.endedAt} /> }]),
          { label: t('voucherId'), value: <Address address={withdrawal.voucherId} /> },
          ...(withdrawal.txHash === null
            ? []
            : [{ label: t('txHash'), value: <Address address={withdrawal.txHash} /> }]),
        ]}
      />
      {isPayout && <Notice>{t('payout')}</Notice>}
      {isDemanded && <Notice>{t('demanded')}</Notice>}
      {waits.length > 0 && (
        <section>
          <h3 className="font-semibold">{t('waits')}</h3>
          <Waits waits={waits} />
          {obstacle !== null && (
            <p className="text-muted">
              {t('obstacle')}: {t(`obstacles.${obstacle}`)}
            </p>
          )}
          {rejectedBefore > 0 && <p className="text-muted">{t('rejectedBefore', { count: rejectedBefore })}</p>}
        </section>
      )}
      <OpenProposal detail={detail} />
      <LimitsBefore detail={detail} />
      <WithdrawalHistory history={history} />
    </div>
  );
}

function OpenProposal({ detail: { proposal } }: { readonly detail: Detail }) {
  const t = useTranslations('withdrawals');
  if (proposal === null) return null;
  const { proposalId, proposedBy, expiresAt } = proposal;
  return (
    <section className="flex flex-col gap-1 rounded-sm border border-line bg-surface p-3">
      <h3 className="font-semibold">{t('pending')}</h3>
      <p className="flex flex-wrap gap-x-4">
        <span>
          {t('proposedBy')} <Address address={proposedBy} />
        </span>
        <span>
          {t('expires')} <Time time={expiresAt} />
        </span>
      </p>
      <Link to="/proposals/$proposalId" params={{ proposalId }} className="text-accent-ink underline">
        {t('open')} #{proposalId}
      </Link>
    </section>
  );
}

function LimitsBefore({ detail: { limits, withdrawal } }: { readonly detail: Detail }) {
  const t = useTranslations('withdrawals');
  if (limits.length === 0 || withdrawal.waits.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">{t('limitsBefore')}</h3>
      <SmallTable
        label={t('limitsBefore')}
        rows={limits}
        rowKey={({ rule }) => rule}
        columns={[
          { heading: t('rule'), cell: ({ rule }) => t(`rules.${rule}`) },
          {
            heading: `${t('limit')} (${withdrawal.currency})`,
            align: 'right',
            cell: ({ limit }) => <Money value={limit} />,
          },
          { heading: t('left'), align: 'right', cell: ({ left }) => <Money value={left} /> },
        ]}
      />
    </section>
  );
}
