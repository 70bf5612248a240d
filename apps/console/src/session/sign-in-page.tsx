import { Button } from '@city-mint/ui/button.tsx';
import { CoinMark } from '@city-mint/ui/icon.tsx';
import { Notice } from '@city-mint/ui/notice.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSessionStore } from '#platform/session-store.ts';
import { LanguageSelect, ThemeSelect } from '#ui/preferences.tsx';
import { type SignInOutcome, signIn } from './sign-in-flow.ts';
import { useWallets, type Wallet } from './wallets.ts';

/** Page of signed-out visitors: the wallets of this browser, and the outcome of the last attempt. */
export function SignInPage() {
  const t = useTranslations('shell');
  const isEndedByServer = useSessionStore(({ changedBy }) => changedBy === 'server');
  const wallets = useWallets();
  const [asked, setAsked] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null);
  const start = async (wallet: Wallet) => {
    setAsked(wallet.info.uuid);
    setOutcome(null);
    setOutcome(await signIn(wallet));
    setAsked(null);
  };
  return (
    <main className="mx-auto flex min-h-dvh max-w-[4.2rem] flex-col justify-center gap-5 px-4 py-10">
      <div className="flex items-center gap-3 text-accent-ink">
        <CoinMark className="size-10" />
        <h1 className="font-display font-semibold text-ink text-xl">{t('signIn.title')}</h1>
      </div>
      <p className="text-muted text-sm">{t('signIn.text')}</p>
      {isEndedByServer && outcome === null && <Notice kind="pending">{t('signIn.again')}</Notice>}
      {wallets.length === 0 && <Notice kind="info">{t('signIn.none')}</Notice>}
      <ul className="flex flex-col gap-2">
        {wallets.map((wallet) => (
          <li key={wallet.info.uuid}>
            <Button
              kind="soft"
              className="w-full"
              busy={asked === wallet.info.uuid}
              disabled={asked !== null}
              onClick={() => void start(wallet)}
            >
              {wallet.info.icon.startsWith('data:image/') && <img src={wallet.info.icon} alt="" className="size-6" />}
              {t('signIn.with', { wallet: wallet.info.name })}
            </Button>
          </li>
        ))}
      </ul>
      <div aria-live="polite">
        {asked !== null && <p className="text-muted text-sm">{t('signIn.waiting')}</p>}
        <Problem outcome={outcome} />
      </div>
      <div className="flex gap-2">
        <LanguageSelect />
        <ThemeSelect />
      </div>
    </main>
  );
}

function Problem({ outcome }: { readonly outcome: SignInOutcome | null }) {
  const t = useTranslations('shell.signIn');
  if (outcome === null || outcome.state === 'done') return null;
  return <Notice kind="danger">{outcome.state === 'refused' ? outcome.msg : t(outcome.state)}</Notice>;
}
