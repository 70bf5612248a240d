import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { endMoment, useMomentHere } from './moment-store.ts';
import { orderQuery } from './rounds-queries.ts';
import { settlementUrl } from './settlement-url.ts';
import { OrderDetail } from './views/order-detail.tsx';

type OrderSheetProps = { readonly orderId: string | null; readonly onClose: () => void };

/** The details of one of the user's orders, with its settlement. */
export function OrderSheet({ orderId, onClose }: OrderSheetProps) {
  const t = useTranslations('rounds.order');
  const { stage, address } = useVisitor();
  const account = stage === 'authorized' ? address : null;
  const open = orderId !== null && account !== null;
  const detail = useQuery({ ...orderQuery(account ?? '', orderId ?? ''), enabled: open });
  const moment = useMomentHere(open ? (detail.data?.order.roundId ?? null) : null);
  const close = () => {
    if (moment !== null) endMoment(moment.roundId);
    onClose();
  };
  return (
    <Sheet open={open} isInUrl onClose={close} title={t('title')}>
      {detail.data !== undefined && (
        <OrderDetail
          detail={detail.data}
          isSettledNow={moment !== null}
          settlementUrl={settlementUrl(detail.data.order.roundId)}
        />
      )}
      {detail.data === undefined && detail.error !== null && (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail.data === undefined && detail.error === null && <SkeletonRows rows={5} />}
    </Sheet>
  );
}
