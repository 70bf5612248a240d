import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '#ui/button.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import { Notice } from '#ui/notice.tsx';

type WithdrawalActionsProps = {
  readonly status: ReplyOf<'POST /api/app/user/withdrawStatus'>;
  /** The wallet has sent it and the server does not know yet. */
  readonly sent: boolean;
  readonly canSendAgain: boolean;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onSend: () => void;
  readonly onExpired: () => void;
  readonly onAnother?: (() => void) | undefined;
};

/** What the visitor can do for a withdrawal now: send its voucher, or start another. */
export function WithdrawalActions(props: WithdrawalActionsProps) {
  const t = useTranslations('assets.withdraw');
  const { status, sent } = props;
  const isOver = status.state === 'completed' || status.state === 'returned';
  return (
    <div className="flex flex-col gap-3">
      {props.failure !== null && (
        <div role="alert">
          <Notice kind="danger">{props.failure}</Notice>
        </div>
      )}
      <div role="status" className="empty:hidden">
        <Waiting status={status} sent={sent} />
      </div>
      {status.state === 'signed' && status.voucher !== null && (!sent || props.canSendAgain) && (
        <>
          <Button className="w-full" kind={sent ? 'soft' : 'primary'} busy={props.busy} onClick={props.onSend}>
            {t(sent || props.canSendAgain ? 'sendAgain' : 'send')}
          </Button>
          {status.voucherDeadline !== null && (
            <p className="text-center text-xs text-muted">
              {t('validUntil')}{' '}
              <CountdownText until={status.voucherDeadline} label={t('validUntil')} onOver={props.onExpired} />
            </p>
          )}
        </>
      )}
      {isOver && props.onAnother !== undefined && (
        <div className="grid grid-cols-2 gap-3">
          <Link to="/record-detail" search={{ id: `w-${status.withdrawalId}` }} className={buttonClass('soft')}>
            {t('details')}
          </Link>
          <Button onClick={props.onAnother}>{t('another')}</Button>
        </div>
      )}
    </div>
  );
}

/** What is being waited for, where that is not the visitor. */
function Waiting({ status, sent }: Pick<WithdrawalActionsProps, 'status' | 'sent'>) {
  const t = useTranslations('assets.withdraw');
  if (status.state === 'requested') return <Notice kind="pending">{t('approvalNote')}</Notice>;
  if (status.state !== 'signed') return null;
  if (sent) return <Notice kind="pending">{t('sentNote')}</Notice>;
  return status.voucher === null ? <Notice kind="pending">{t('newVoucher')}</Notice> : null;
}
