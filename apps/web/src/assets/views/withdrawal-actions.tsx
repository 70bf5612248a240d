import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CountdownText } from '../../ui/countdown.tsx';
import { Notice } from '../../ui/notice.tsx';

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
      {status.state === 'requested' && <Notice kind="pending">{t('approvalNote')}</Notice>}
      {status.state === 'signed' && status.voucher === null && !sent && (
        <Notice kind="pending">{t('newVoucher')}</Notice>
      )}
      {status.state === 'signed' && sent && <Notice kind="pending">{t('sentNote')}</Notice>}
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
