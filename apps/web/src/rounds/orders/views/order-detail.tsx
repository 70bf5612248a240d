import { Button } from '@city-mint/ui/button.tsx';
import { type KeyValue, KeyValues } from '@city-mint/ui/key-values.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Amount } from '#ui/amount.tsx';
import { SettlementCheck } from '../../settlement/settlement-check.tsx';
import { momentOfOrder } from '../../settlement/settlement-moment.ts';
import { ShareCoin } from '../../settlement/share-coin.tsx';
import { FailedSettlement } from '../../settlement/views/failed-settlement.tsx';
import { MintedSettlement } from '../../settlement/views/minted-settlement.tsx';
import { SettledLink } from '../../views/settled-link.tsx';
import { TermsFold } from '../../views/terms-fold.tsx';
import type { OrderDetails } from '../order-progress.ts';
import { downloadStages, stagesAhead } from '../stage-reminder.ts';
import { OrderExpected } from './order-expected.tsx';
import { OrderHero } from './order-hero.tsx';
import { ReceiptSlip } from './receipt-slip.tsx';

type OrderDetailProps = {
  readonly detail: OrderDetails;
  readonly address: string;
  /** It was settled while the user watched. */
  readonly isSettledNow: boolean;
  /** Called when its next stage is due. */
  readonly onDue: () => void;
};

/** An order: its progress, its actual or expected result, its figures, its receipt, and the proof of them. */
export function OrderDetail({ detail, address, isSettledNow, onDue }: OrderDetailProps) {
  const t = useTranslations('rounds');
  const { order, round, settlement, terms } = detail;
  const moment = momentOfOrder(detail);
  return (
    <div className="flex flex-col gap-5">
      <OrderHero
        key={moment?.outcome ?? 'open'}
        detail={detail}
        moment={moment}
        isStruck={isSettledNow && moment !== null}
        onDue={onDue}
      />
      {settlement === null && (
        <Notice kind="pending">
          {t('order.notSettled')}{' '}
          {round.state === 'open' && t('order.notSettledUntil', { time: formatTime(round.closesAt) })}
        </Notice>
      )}
      {order.outcome === null && <OrderExpected detail={detail} />}
      {settlement?.minted != null && (
        <MintedSettlement minted={settlement.minted} settledAt={settlement.settledAt}>
          <StageReminder detail={detail} />
        </MintedSettlement>
      )}
      {settlement?.failed != null && (
        <FailedSettlement
          failed={settlement.failed}
          settledAt={settlement.settledAt}
          compensationTimesBps={terms.compensationTimesBps}
          order={order}
        />
      )}
      {settlement?.cancelled != null && (
        <Notice kind="pending">{t('order.cancelled', { amount: shownAmount(settlement.cancelled.refund) })}</Notice>
      )}
      <OrderRows order={order} />
      {moment !== null && <ShareCoin moment={moment} />}
      <ReceiptSlip detail={detail} address={address} />
      {settlement !== null && (
        <SettlementCheck
          round={{
            roundId: order.roundId,
            termsHash: detail.termsHash,
            sha256: detail.files.find(({ format }) => format === 'jsonl')?.sha256 ?? null,
            own: detail.inclusion === null ? null : { rank: order.rank, inclusion: detail.inclusion },
          }}
        />
      )}
      {settlement !== null && <SettledLink roundId={order.roundId} />}
      <div className="rounded-xl border border-line">
        <TermsFold terms={terms} termsHash={detail.termsHash} />
      </div>
    </div>
  );
}

/** Offers the payments to come for the reader's calendar. */
function StageReminder({ detail }: { readonly detail: OrderDetails }) {
  const t = useTranslations('live');
  const stages = stagesAhead(detail, serverNow());
  if (stages.length === 0) return null;
  return (
    <Button kind="plain" size="small" onClick={() => downloadStages(detail.order, stages)}>
      {t('remind')}
    </Button>
  );
}

function OrderRows({ order }: { readonly order: OrderDetails['order'] }) {
  const t = useTranslations('rounds');
  return (
    <KeyValues
      rows={[
        ...(order.outcome === null ? [] : amountRow(t('order.accepted'), order.accepted, 'JU')),
        ...(order.asked === order.accepted ? [] : amountRow(t('order.asked'), order.asked, 'JU')),
        ...(order.outcome === 'minted' ? amountRow(t('order.fmcPaid'), order.fmcPaid, 'FMC') : []),
        ...amountRow(t('order.fmcDue'), order.fmcDue === '0' ? null : order.fmcDue, 'FMC'),
        ...(order.netJu === null
          ? []
          : [{ label: t('order.net'), value: <Amount value={order.netJu} unit="JU" exact signed />, strong: true }]),
        { label: t('order.rank'), value: order.late ? `${order.rank} · ${t('late')}` : String(order.rank) },
        { label: t('order.reverseRank'), value: String(order.reverseRank) },
        { label: t('order.joinedAt'), value: formatTime(order.joinedAt) },
        { label: t('order.kind'), value: order.automatic ? t('order.automatic') : t('order.manual') },
        { label: t('order.number'), value: order.orderId },
      ]}
    />
  );
}

/** Returns the row of an amount; no row for null. */
function amountRow(label: string, value: string | null, unit: string): readonly KeyValue[] {
  return value === null ? [] : [{ label, value: <Amount value={value} unit={unit} exact /> }];
}
