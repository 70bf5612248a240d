import { Guilloche } from '@city-mint/ui/guilloche.tsx';
import { useTranslations } from 'use-intl';
import { formatTime } from '#platform/format.ts';
import type { Prompt } from '#session/prompt-store.ts';
import { preloadPrompts } from '#session/session-region.tsx';
import type { VisitorStage } from '#session/visitor-stage.ts';
import { AddressText } from '#ui/address-text.tsx';

type WalletCardProps = {
  readonly stage: VisitorStage;
  readonly address: string | null;
  /** UTC milliseconds. */
  readonly loginUntil: number | null;
  readonly onPrompt: (prompt: Prompt) => void;
};

const LIGHT_BUTTON =
  'tap inline-flex items-center justify-center rounded-full bg-hero-ink px-5 text-sm font-semibold text-[#0c3b2e] active:opacity-85';

/** The connected wallet, and a button for the next step. */
export function WalletCard({ stage, address, loginUntil, onPrompt }: WalletCardProps) {
  const t = useTranslations();
  return (
    <section className="relative overflow-hidden rounded-2xl bg-hero p-5 text-hero-ink">
      <Guilloche className="absolute -top-14 -right-16 size-60 text-hero-line opacity-25" />
      <div className="relative flex flex-col gap-4">
        <div>
          <h2 className="text-sm text-hero-muted">{t('my.wallet')}</h2>
          {address === null ? (
            <p className="mt-1 font-display text-xl font-semibold">{t('my.noWallet')}</p>
          ) : (
            <AddressText address={address} className="mt-1 text-xl font-semibold" />
          )}
          {stage === 'authorized' && loginUntil !== null && (
            <p className="mt-1 text-xs text-hero-muted figures">
              {t('my.loginUntil', { time: formatTime(loginUntil) })}
            </p>
          )}
        </div>
        <div onPointerEnter={preloadPrompts}>
          <StageButton stage={stage} onPrompt={onPrompt} />
        </div>
      </div>
    </section>
  );
}

function StageButton({ stage, onPrompt }: Pick<WalletCardProps, 'stage' | 'onPrompt'>) {
  const t = useTranslations();
  switch (stage) {
    case 'connecting':
      return null;
    case 'disconnected':
      return (
        <button type="button" className={LIGHT_BUTTON} onClick={() => onPrompt('connect')}>
          {t('session.connectWallet')}
        </button>
      );
    case 'wrong-chain':
      return (
        <button type="button" className={LIGHT_BUTTON} onClick={() => onPrompt('switch')}>
          {t('session.switchNetwork')}
        </button>
      );
    case 'connected':
      return (
        <button type="button" className={LIGHT_BUTTON} onClick={() => onPrompt('authorize')}>
          {t('session.authorize')}
        </button>
      );
    case 'authorized':
      return (
        <button type="button" className={LIGHT_BUTTON} onClick={() => onPrompt('status')}>
          {t('my.connection')}
        </button>
      );
  }
}
