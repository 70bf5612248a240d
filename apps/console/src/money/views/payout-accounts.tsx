import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { ActionButton } from '#actions/action-button.tsx';
import { Address } from '#ui/address.tsx';
import { Money } from '#ui/money.tsx';
import { Time } from '#ui/time.tsx';

/** The operator's earnings, the amount payable today, and the permitted wallets. */
export function PayoutAccounts({ payouts }: { readonly payouts: ReplyOf<'POST /api/ops/payouts'> }) {
  const t = useTranslations('money');
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-line">
        {payouts.accounts.map(({ source, balance, left }) => (
          <li key={source} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
            <span>
              {t(`funds.${source}`)} <Money value={balance} unit="JU" />
              <span className="ml-3 text-muted text-xs">
                {t('leftToday')} <Money value={left} unit="JU" />
              </span>
            </span>
            <ActionButton name="payouts/pay" fields={{ source }} />
          </li>
        ))}
      </ul>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-muted text-xs">{t('recipients')}</h3>
          <ActionButton name="payouts/addRecipient" />
        </div>
        {payouts.recipients.length === 0 && <p className="text-muted text-sm">{t('noRecipients')}</p>}
        <ul className="flex flex-col divide-y divide-line">
          {payouts.recipients.map(({ address, freeAt }) => (
            <li key={address} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
              <span>
                <Address address={address} whole />
                <span className="ml-3 text-muted text-xs">
                  {t('freeAt')} <Time time={freeAt} />
                </span>
              </span>
              <ActionButton name="payouts/removeRecipient" fields={{ address }} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
