import { buttonClass } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useTranslations } from 'use-intl';
import { QrCode } from '#ui/qr-code.tsx';
import { WALLET_APPS } from '../wallet-apps.ts';

type NoWalletProps = {
  /** The URL of this page. */
  readonly page: string;
  /** The wallets are apps of this device. */
  readonly isPhone: boolean;
};

/** For users without a wallet here: where to get one, and how to open this page in a phone's wallet. */
export function NoWallet({ page, isPhone }: NoWalletProps) {
  const t = useTranslations('wallet.none');
  return (
    <section aria-labelledby="no-wallet" className="mt-5">
      <h3 id="no-wallet" className="font-display text-lg font-semibold">
        {t('title')}
      </h3>
      <p className="mt-1 text-sm text-muted">{t(isPhone ? 'openText' : 'text')}</p>
      {isPhone && (
        <ul className="mt-3 flex flex-col gap-2">
          {WALLET_APPS.map((app) => (
            <li key={app.name}>
              <a href={app.pageUrl(page)} rel="noreferrer" className={`${buttonClass('soft', 'small')} w-full`}>
                {t('open', { app: app.name })}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ul className={`mt-3 flex ${isPhone ? 'flex-wrap' : 'flex-col gap-2'}`}>
        {WALLET_APPS.map((app) => (
          <li key={app.name}>
            <a
              href={app.downloadUrl}
              target="_blank"
              rel="noreferrer"
              className={isPhone ? buttonClass('plain', 'small') : `${buttonClass('soft', 'small')} w-full`}
            >
              {t('install', { app: app.name })}
              <Icon name="external" />
              <span className="sr-only">{t('newTab')}</span>
            </a>
          </li>
        ))}
      </ul>
      {!isPhone && (
        <div className="mt-5 flex items-center gap-4">
          <QrCode text={page} label={t('code')} className="w-[1.2rem] shrink-0" />
          <div className="min-w-0">
            <h4 className="text-sm font-semibold">{t('codeTitle')}</h4>
            <p className="mt-1 text-sm text-muted">{t('codeText')}</p>
          </div>
        </div>
      )}
    </section>
  );
}
