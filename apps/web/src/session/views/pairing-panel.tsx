import { Button, buttonClass } from '@city-mint/ui/button.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { Spinner } from '@city-mint/ui/spinner.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '#ui/copy-text.ts';
import { QrCode } from '#ui/qr-code.tsx';
import { pairingUrl, rememberWalletApp, WALLET_APPS } from '../wallet-apps.ts';

type PairingPanelProps = {
  /** The pairing URI; null until WalletConnect has answered. */
  readonly uri: string | null;
  /** The wallets are apps of this device. */
  readonly isPhone: boolean;
  /** Host of this page, as the wallet shows it. */
  readonly site: string;
  readonly onBack: () => void;
};

/** Connects to a wallet on another device by a QR code, or to another app on this phone by a link. */
export function PairingPanel({ uri, isPhone, site, onBack }: PairingPanelProps) {
  const t = useTranslations('wallet.pairing');
  const [showsCode, setShowsCode] = useState(!isPhone);
  return (
    <div className="flex flex-col gap-4 pt-2">
      {showsCode ? <CodeToScan uri={uri} site={site} /> : <AppLinks uri={uri} site={site} />}
      <div className="flex flex-wrap justify-center gap-x-2">
        {uri !== null && (
          <Button kind="plain" size="small" onClick={() => void copyText(uri)}>
            <Icon name="copy" />
            {t('copyLink')}
          </Button>
        )}
        {!showsCode && (
          <Button kind="plain" size="small" onClick={() => setShowsCode(true)}>
            {t('showCode')}
          </Button>
        )}
        <Button kind="plain" size="small" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </div>
  );
}

const STEPS = ['step1', 'step2', 'step3'] as const;

function CodeToScan({ uri, site }: Pick<PairingPanelProps, 'uri' | 'site'>) {
  const t = useTranslations('wallet.pairing');
  return (
    <>
      {uri === null ? (
        <div className="mx-auto flex aspect-square w-[2.8rem] max-w-full items-center justify-center gap-2.5 rounded-xl bg-sunken text-sm text-muted">
          <Spinner />
          {t('preparing')}
        </div>
      ) : (
        <QrCode text={uri} label={t('code')} className="mx-auto w-[2.8rem] max-w-full" />
      )}
      <ol className="flex flex-col gap-2 text-sm">
        {STEPS.map((step, index) => (
          <li key={step} className="flex gap-2.5">
            <span className="inline-flex size-[1.5em] shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink">
              {index + 1}
            </span>
            <span className="min-w-0 break-words">{t(step, { site })}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function AppLinks({ uri, site }: Pick<PairingPanelProps, 'uri' | 'site'>) {
  const t = useTranslations('wallet.pairing');
  if (uri === null) {
    return (
      <p className="flex min-h-[1.8rem] items-center justify-center gap-2.5 text-sm text-muted">
        <Spinner />
        {t('preparing')}
      </p>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {WALLET_APPS.map((app) => (
          <li key={app.name}>
            <a
              href={pairingUrl(app, uri)}
              // A web URL that opens no app must not replace this page, which waits for the wallet.
              {...(app.appUrl.startsWith('https:') ? { target: '_blank' } : {})}
              rel="noreferrer"
              onClick={() => rememberWalletApp(app)}
              className={`${buttonClass('soft')} w-full`}
            >
              {t('openApp', { app: app.name })}
            </a>
          </li>
        ))}
        <li>
          <a
            href={uri}
            rel="noreferrer"
            onClick={() => rememberWalletApp(null)}
            className={`${buttonClass('plain')} w-full`}
          >
            {t('openOther')}
          </a>
        </li>
      </ul>
      <p className="text-sm break-words text-muted">{t('appHint', { site })}</p>
    </>
  );
}
