import { Notice } from '@city-mint/ui/notice.tsx';
import { useTranslations } from 'use-intl';
import { shownAmount } from '#platform/i18n/amount-text.ts';
import type { ClaimStatus } from '../claim-status.ts';

/** The hash power to claim, the exchange's result for the account, or that claims are automatic. */
export function ClaimCard({ status }: { readonly status: ClaimStatus }) {
  const t = useTranslations('miner.claim');
  switch (status.kind) {
    case 'none':
      return null;
    case 'automatic':
      return (
        <Notice kind="success">
          <p className="font-semibold">{t('automatic')}</p>
          <p className="mt-0.5">{t('automaticText', { uid: status.uid })}</p>
        </Notice>
      );
    case 'claim':
    case 'link':
      return (
        <Notice kind="pending">
          <p className="pair">
            <span className="font-semibold" title={status.pending}>
              {t('title', { amount: shownAmount(status.pending) })}
            </span>
            {status.kind === 'link' && <span>{t('first')}</span>}
          </p>
          <p className="mt-0.5">{t('text')}</p>
        </Notice>
      );
    case 'waiting':
      return <AccountNotice kind="info" title={t('waitingTitle', { uid: status.uid })} text={t('waitingText')} />;
    case 'rejected':
      return <AccountNotice kind="danger" title={t('rejectedTitle', { uid: status.uid })} text={t('rejectedText')} />;
    case 'taken':
      return <AccountNotice kind="danger" title={t('takenTitle', { uid: status.uid })} text={t('takenText')} />;
  }
}

type AccountNoticeProps = { readonly kind: 'info' | 'danger'; readonly title: string; readonly text: string };

function AccountNotice({ kind, title, text }: AccountNoticeProps) {
  return (
    <Notice kind={kind}>
      <div role="status">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5">{text}</p>
      </div>
    </Notice>
  );
}
