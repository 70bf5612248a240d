import { Button } from '@city-mint/ui/button.tsx';
import { Spinner } from '@city-mint/ui/spinner.tsx';
import { useTranslations } from 'use-intl';
import type { WalletWait } from '../wallet-wait.ts';

/** The open request to the wallet; later with buttons to send it again and to cancel. */
export function WalletWaiting({ wait }: { readonly wait: WalletWait }) {
  const t = useTranslations('wallet.patience');
  if (!wait.slow || !wait.isAsked) {
    return (
      <div className="flex min-h-[0.52rem] items-center justify-between gap-3" role="status">
        <span className="flex items-center gap-2.5 text-sm font-medium">
          <Spinner className="text-accent-ink" />
          {wait.text}
        </span>
        <Button kind="plain" size="small" className="shrink-0" onClick={() => wait.cancel()}>
          {t('cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3" role="status">
      <div>
        <p className="font-semibold">{t('title')}</p>
        <p className="mt-1 text-sm text-muted">{t(helpText(wait))}</p>
      </div>
      <div className="flex gap-3">
        {wait.again !== null && (
          <Button className="flex-1" onClick={wait.again}>
            {t('again')}
          </Button>
        )}
        <Button kind="soft" className="flex-1" onClick={() => wait.cancel()}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}

function helpText({ isPairing, again }: WalletWait): 'textPairing' | 'textOnce' | 'text' {
  if (isPairing) return 'textPairing';
  return again === null ? 'textOnce' : 'text';
}
