import { shortAddress } from '@city-mint/client/format.ts';
import { buttonClass } from '@city-mint/ui/button.tsx';
import { CoinMark } from '@city-mint/ui/icon.tsx';
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
};

/** The name of the product, and a button for the visitor's next step. */
export function HomeHeader({ title, stage, address, onPrompt }: HomeHeaderProps) {
  const t = useTranslations('session');
  const heading = useScreenTitle(title);
  const labels: Record<VisitorStage, string> = {
    connecting: '…',
    disconnected: t('connectWallet'),
    'wrong-chain': t('switchNetwork'),
    connected: t('authorize'),
    authorized: address === null ? '' : shortAddress(address),
  };
  return (
    <header className="flex items-center justify-between gap-3 pt-[calc(0.12rem+env(safe-area-inset-top))]">
      <div className="flex items-center gap-2.5">
        <CoinMark className="size-8 text-accent-ink" />
        <h1 ref={heading} tabIndex={-1} className="outline-none font-display text-xl font-semibold tracking-tight">
          {title}
        </h1>
      </div>
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
