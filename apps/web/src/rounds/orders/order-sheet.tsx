import { Skeleton, SkeletonRows } from '@city-mint/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useVisitor } from '#session/use-visitor.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { orderQuery } from '../rounds-queries.ts';
import { endAwaiting } from '../settlement/awaited-rounds.ts';
import { endMoment, useMomentHere } from '../settlement/moment-store.ts';
import { OrderDetail } from './views/order-detail.tsx';

export type OrderSheetProps = {
  readonly open: boolean;
  readonly orderId: string | null;
  readonly onClose: () => void;
};

/** The details of one of the user's orders, with its settlement; also for a wallet on another chain. */
export function OrderSheet({ open: isWanted, orderId, onClose }: OrderSheetProps) {
  const t = useTranslations('rounds.order');
  const { canRead, address } = useVisitor();
  const account = canRead ? address : null;
  const open = isWanted && orderId !== null && account !== null;
  // Keeps the content while the sheet closes.
  const lastId = useRef(orderId);
  if (orderId !== null) lastId.current = orderId;
  const detail = useQuery({ ...orderQuery(account ?? '', lastId.current ?? ''), enabled: open });
  const moment = useMomentHere(open ? (detail.data?.order.roundId ?? null) : null);
  const close = () => {
    if (moment !== null) endMoment(moment.roundId);
    // The user has seen the outcome here, even if the settlement moment has not arrived yet.
    else if (account !== null && detail.data !== undefined && detail.data.settlement !== null) {
      endAwaiting(account, detail.data.order.roundId);
    }
    onClose();
  };
  return (
    <Sheet open={open} isInUrl onClose={close} title={t('title')}>
      {detail.data !== undefined && account !== null && (
        <OrderDetail
          detail={detail.data}
          address={account}
          isSettledNow={moment !== null}
          onDue={() => void detail.refetch()}
        />
      )}
      {detail.data === undefined && detail.error !== null && (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail.data === undefined && detail.error === null && (
        <div className="flex flex-col gap-5">
          <Skeleton className="h-72 w-full rounded-2xl" />
          <SkeletonRows rows={4} />
        </div>
      )}
    </Sheet>
  );
}
