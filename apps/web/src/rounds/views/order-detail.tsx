import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { displayDecimal } from '@city-mint/domain/money/display-decimal';
import { useTranslations } from 'use-intl';
import { formatTime, groupDigits } from '#platform/format.ts';
import { useCityName } from '#platform/i18n/city-name.ts';
import { Amount } from '#ui/amount.tsx';
import { type KeyValue, KeyValues } from '#ui/key-values.tsx';
import { Notice } from '#ui/notice.tsx';
import { settlementMoment } from '../settlement-moment.ts';
import { FailedSettlement } from './failed-settlement.tsx';
import { MintedSettlement } from './minted-settlement.tsx';
import { MomentHero } from './moment-panel.tsx';
import { OrderBadge } from './order-badge.tsx';
import { SettlementFileLink } from './settlement-file-link.tsx';
import { TermsFold } from './terms-fold.tsx';

type Detail = ReplyOf<'POST /api/biz/mint/detail'>;

type OrderDetailProps = {
  readonly detail: Detail;
  /** URL of the round's public settlement file. */
  readonly settlementUrl: string;
  /** It was settled before the reader's eyes. */
  readonly isSettledNow: boolean;
};

/** An order and its result. */
export function OrderDetail({ detail, settlementUrl, isSettledNow }: OrderDetailProps) {
  const t = useTranslations('rounds');
  const { order, round, settlement } = detail;
  const moment = settlementMoment([detail]);
  return (
    <div className="flex flex-col gap-5">
      {moment !== null && <MomentHero key={moment.outcome} moment={moment} isStruck={isSettledNow} />}
      <div className="flex items-start justify-between gap-3">
        <Headline order={order} />
        <OrderBadge order={order} />
      </div>
      {settlement === null && (
        <Notice kind="pending">
          {t('order.notSettled')}{' '}
          {round.state === 'open' && t('order.notSettledUntil', { time: formatTime(round.closesAt) })}
        </Notice>
      )}
      {settlement?.minted != null && <MintedSettlement minted={settlement.minted} settledAt={settlement.settledAt} />}
      {settlement?.failed != null && (
        <FailedSettlement
          failed={settlement.failed}
          settledAt={settlement.settledAt}
          reverseRank={order.reverseRank}
          claimable={order.state === 'claimable'}
        />
      )}
      {settlement?.cancelled != null && (
        <Notice kind="pending">
          {t('order.cancelled', { amount: groupDigits(displayDecimal(settlement.cancelled.refund)) })}
        </Notice>
      )}
      <OrderRows order={order} />
      {settlement !== null && <SettlementFileLink url={settlementUrl} />}
      <div className="rounded-xl border border-line">
        <TermsFold terms={detail.terms} termsHash={detail.termsHash} />
      </div>
    </div>
  );
}

/** What a success brought; else what was put in. */
function Headline({ order }: { readonly order: Detail['order'] }) {
  const t = useTranslations('rounds.order');
  const isMinted = order.outcome === 'minted';
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted">{t(isMinted ? 'fmcPaid' : 'accepted')}</p>
      <p className={`text-2xl font-semibold ${isMinted ? 'text-success' : ''}`}>
        {isMinted ? (
          <Amount value={order.fmcPaid} unit="FMC" exact signed />
        ) : (
          <Amount value={order.accepted} unit="JU" exact />
        )}
      </p>
    </div>
  );
}

function OrderRows({ order }: { readonly order: Detail['order'] }) {
  const t = useTranslations('rounds');
  const cityName = useCityName();
  return (
    <KeyValues
      rows={[
        {
          label: t('order.round'),
          value: `${cityName(order.city)} · ${t('place', { phase: String(order.phase), number: String(order.number) })}`,
        },
        { label: t('order.asked'), value: <Amount value={order.asked} unit="JU" /> },
        ...(order.outcome === 'minted'
          ? [{ label: t('order.accepted'), value: <Amount value={order.accepted} unit="JU" /> }]
          : []),
        ...amountRow(t('order.estimated'), order.estimatedFmc, 'FMC'),
        ...amountRow(t('order.maximumLoss'), order.maximumLoss, 'JU'),
        ...amountRow(t('order.fmcDue'), order.fmcDue === '0' ? null : order.fmcDue, 'FMC'),
        ...(order.netJu === null
          ? []
          : [{ label: t('order.net'), value: <Amount value={order.netJu} unit="JU" signed />, strong: true }]),
        { label: t('order.rank'), value: String(order.rank) },
        { label: t('order.reverseRank'), value: String(order.reverseRank) },
        { label: t('order.joinedAt'), value: formatTime(order.joinedAt) },
        { label: t('order.kind'), value: order.automatic ? t('order.automatic') : t('order.manual') },
        { label: t('order.number'), value: order.orderId },
      ]}
    />
  );
}

/** The row of an amount, unless there is none. */
function amountRow(label: string, value: string | null, unit: string): readonly KeyValue[] {
  return value === null ? [] : [{ label, value: <Amount value={value} unit={unit} /> }];
}
