import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { displayMultiply } from '@city-mint/domain/money/display-decimal';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { Card } from '@city-mint/ui/card.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { Skeleton } from '@city-mint/ui/skeleton.tsx';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '#platform/router/router.tsx';
import { AddressText } from '#ui/address-text.tsx';
import { Amount, useShownAmount } from '#ui/amount.tsx';
import type { WalletBalances } from '../chain/wallet-funds.ts';
import { CurrencyMark } from './currency-mark.tsx';
import { PriceSource, type ValuePrice } from './price-source.tsx';

type Asset = ReplyOf<'POST /api/app/user/asset'>['assets'][number];

type ChainAssetsProps = {
  readonly assets: readonly Asset[];
  readonly price: ValuePrice;
  readonly address: string;
  /** Balances of the newest block that was read; null before the first. */
  readonly balances: WalletBalances | null;
  /** The last block could not be read. */
  readonly hasFailed: boolean;
  /** Below FMC, if the wallet has some. */
  readonly fmcOffer: ReactNode;
};

/** The balances of the user's wallet by currency; if the chain cannot be read, the server's last values. */
export function ChainAssets({ assets, price, address, balances, hasFailed, fmcOffer }: ChainAssetsProps) {
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
        <ChainAsset
          key={asset.currency}
          asset={asset}
          onChain={balances?.[asset.currency] ?? (hasFailed ? asset.onChain : undefined)}
          price={price}
          offer={asset.currency === 'FMC' ? fmcOffer : null}
        />
      ))}
      <p className="px-1 text-xs text-muted figures" role="status">
        {hasFailed ? t('onChainOld') : t('onChainBlock', { block: balances?.block ?? '—' })}
      </p>
      <PriceSource price={price} />
    </div>
  );
}

type ChainAssetProps = {
  readonly asset: Asset;
  /** Null if it cannot be read; undefined while loading. */
  readonly onChain: string | null | undefined;
  readonly price: ValuePrice;
  readonly offer: ReactNode;
};

function ChainAsset({ asset, onChain, price, offer }: ChainAssetProps) {
  const t = useTranslations('assets');
  const { currency } = asset;
  const shown = useShownAmount();
  const perFmc = currency === 'FMC' && onChain !== '0' ? price.juPerFmc : null;
  return (
    <Card aria-label={currency} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <CurrencyMark currency={currency} />
        <div className="flex-1">
          <h3 className="text-sm text-muted">{currency}</h3>
          {onChain === undefined && <Skeleton className="h-7 w-32" />}
          {onChain === null && <p className="text-sm">{t('onChainUnknown')}</p>}
          {onChain != null && <Amount value={onChain} className="text-xl font-semibold" />}
          {onChain != null && perFmc !== null && (
            <p className="text-xs text-muted figures">
              {t('valueInJu', { amount: shown(displayMultiply(onChain, perFmc)) })}
            </p>
          )}
        </div>
        <Link to="/deposit" search={{ currency }} className={`ml-auto ${buttonClass('soft', 'small')}`}>
          {t('recharge')}
        </Link>
      </div>
      {onChain != null && onChain !== '0' && offer}
      <InSystemLine asset={asset} />
    </Card>
  );
}

/** The system balance of the currency, one tap away from the wallet. */
function InSystemLine({ asset: { currency, available } }: { readonly asset: Asset }) {
  const t = useTranslations('assets');
  return (
    <div className="-mb-2 pair items-center border-t border-line pt-1 text-sm">
      <p className="text-muted">
        {t('tabs.system')} <Amount value={available} unit={currency} className="font-medium text-ink" />
      </p>
      <Link to="/withdraw" search={{ currency }} className={`${buttonClass('plain', 'small')} -mr-4`}>
        {t('withdrawal')}
      </Link>
    </div>
  );
}
