import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { AddressText } from '#ui/address-text.tsx';
import { Amount } from '#ui/amount.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { CurrencyMark } from './currency-mark.tsx';

type Asset = ReplyOf<'POST /api/app/user/asset'>['assets'][number];

type ChainAssetsProps = { readonly assets: readonly Asset[]; readonly address: string };

/** The balances of the user's wallet by currency. */
export function ChainAssets({ assets, address }: ChainAssetsProps) {
  const t = useTranslations('assets');
  return (
    <div className="flex flex-col gap-3">
      <Notice>
        {t('onChainText')}
        <p>
          <AddressText address={address} className="text-sm" />
        </p>
      </Notice>
      {assets.map((asset) => (
        <Card key={asset.currency} aria-label={asset.currency} className="flex flex-col gap-3">
          <div className="flex items-center gap-3">
            <CurrencyMark currency={asset.currency} />
            <div className="min-w-0 flex-1">
              <h3 className="text-sm text-muted">{asset.currency}</h3>
              {asset.onChain === null ? (
                <p className="text-sm">{t('onChainUnknown')}</p>
              ) : (
                <Amount value={asset.onChain} className="text-xl font-semibold" />
              )}
            </div>
            <Link to="/deposit" search={{ currency: asset.currency }} className={buttonClass('soft', 'small')}>
              {t('recharge')}
            </Link>
          </div>
          <InSystemLine asset={asset} />
        </Card>
      ))}
    </div>
  );
}

/** What the system holds of the currency, one tap from the wallet. */
function InSystemLine({ asset: { currency, available } }: { readonly asset: Asset }) {
  const t = useTranslations('assets');
  return (
    <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-3 border-t border-line pt-1 text-sm">
      <p className="text-muted">
        {t('tabs.system')} <Amount value={available} unit={currency} className="font-medium text-ink" />
      </p>
      <Link to="/withdraw" search={{ currency }} className={`${buttonClass('plain', 'small')} -mr-4`}>
        {t('withdrawal')}
      </Link>
    </div>
  );
}
