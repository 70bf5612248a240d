import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { CountdownText } from '#ui/countdown.tsx';
import type { VoucherStatus } from '../voucher.ts';

type WithdrawalActionsProps = {
  readonly withdrawal: ReplyOf<'POST /api/app/user/withdrawStatus'>;
  readonly voucherStatus: VoucherStatus;
  readonly failure: string | null;
  readonly onSend: () => void;
  readonly onExpired: () => void;
  readonly onAnother?: (() => void) | undefined;
};

/** The user's next action for a withdrawal: send its voucher, or start another withdrawal. */
export function WithdrawalActions(props: WithdrawalActionsProps) {
  const t = useTranslations('assets.withdraw');
  const { withdrawal, failure } = props;
  const isFinal = withdrawal.state === 'completed' || withdrawal.state === 'returned';
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && (
        <div role="alert">
          <Notice kind="danger">{failure}</Notice>
        </div>
      )}
      <div role="status" className="empty:hidden">
        <Waiting withdrawal={withdrawal} isSent={props.voucherStatus.hash !== null} />
      </div>
      {withdrawal.state === 'signed' && withdrawal.voucher !== null && <SendVoucher {...props} />}
      {isFinal && props.onAnother !== undefined && (
        <div className="tiles">
          <Link to="/record-detail" search={{ id: `w-${withdrawal.withdrawalId}` }} className={buttonClass('soft')}>
            {t('details')}
          </Link>
          <Button onClick={props.onAnother}>{t('another')}</Button>
        </div>
      )}
    </div>
  );
}

function SendVoucher({ withdrawal, voucherStatus, onSend, onExpired }: WithdrawalActionsProps) {
  const t = useTranslations('assets.withdraw');
  const { kind, hash } = voucherStatus;
  if (kind === 'sent' || (kind === 'preparing' && hash !== null)) return null;
  const isRepeat = hash !== null || kind === 'reverted';
  return (
    <>
      <Button
        className="w-full"
        kind={hash === null ? 'primary' : 'soft'}
        busy={kind === 'asking' || kind === 'preparing'}
        onClick={onSend}
      >
        {t(isRepeat ? 'sendAgain' : 'send')}
      </Button>
      {withdrawal.voucherDeadline !== null && (
        <p className="text-center text-xs text-muted">
          {t('validUntil')}{' '}
          <CountdownText until={withdrawal.voucherDeadline} label={t('validUntil')} onOver={onExpired} />
        </p>
      )}
    </>
  );
}

type WaitingProps = Pick<WithdrawalActionsProps, 'withdrawal'> & { readonly isSent: boolean };

/** The condition that the withdrawal is waiting for, unless it is the user's action. */
function Waiting({ withdrawal, isSent }: WaitingProps) {
  const t = useTranslations('assets.withdraw');
  if (withdrawal.state === 'requested') return <Notice kind="pending">{t('approvalNote')}</Notice>;
  if (withdrawal.state !== 'signed') return null;
  if (isSent) return <Notice kind="pending">{t('sentNote')}</Notice>;
  return withdrawal.voucher === null ? <Notice kind="pending">{t('newVoucher')}</Notice> : null;
}
