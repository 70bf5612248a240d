import { shortAddress } from '@city-mint/client/format.ts';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { CoinMark } from '@city-mint/ui/icon.tsx';
import { IconButton } from '@city-mint/ui/icon-button.tsx';
import { useTranslations } from 'use-intl';
import { type Prompt, promptOfStage } from '#session/prompt-store.ts';
import { preloadPrompts } from '#session/session-region.tsx';
import type { VisitorStage } from '#session/visitor-stage.ts';
import { useScreenTitle } from '#ui/use-screen-title.ts';

type HomeHeaderProps = {
  readonly title: string;
  readonly stage: VisitorStage;
  readonly address: string | null;
  readonly onPrompt: (prompt: Prompt) => void;
  readonly onLanguage: () => void;
};

/** The name of the product, the choice of a language, and a button for the visitor's next step. */
export function HomeHeader({ title, stage, address, onPrompt, onLanguage }: HomeHeaderProps) {
  const t = useTranslations('session');
  const home = useTranslations('home');
  const heading = useScreenTitle(title);
  const labels: Record<VisitorStage, string> = {
    connecting: '…',
    disconnected: t('connectWallet'),
    'wrong-chain': t('switchNetwork'),
    connected: t('authorize'),
    authorized: address === null ? '' : shortAddress(address),
  };
  return (
    <header className="flex items-center gap-1 pt-[calc(0.12rem+env(safe-area-inset-top))]">
      <div className="flex flex-1 items-center gap-2">
        <CoinMark className="size-8 text-accent-ink" />
        <h1 ref={heading} tabIndex={-1} className="outline-none font-display text-lg font-semibold tracking-tight">
          {title}
        </h1>
      </div>
      <IconButton icon="globe" label={home('language')} onClick={onLanguage} />
      <button
        type="button"
        disabled={stage === 'connecting'}
        onPointerEnter={preloadPrompts}
        onClick={() => onPrompt(promptOfStage(stage) ?? 'status')}
        className={`${buttonClass('soft', 'small')} figures`}
      >
        {stage === 'authorized' && <span className="size-2 rounded-full bg-success" />}
        {labels[stage]}
      </button>
    </header>
  );
}
