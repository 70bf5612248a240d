import { Button } from '@city-mint/ui/button.tsx';
import { useTranslations } from 'use-intl';
import type { Prompt } from '#session/prompt-store.ts';
import { preloadPrompts } from '#session/session-region.tsx';
import type { VisitorStage } from '#session/visitor-stage.ts';

/** A call to connect, for visitors without a connected wallet. */
export function ConnectCall({
  stage,
  onPrompt,
}: {
  readonly stage: VisitorStage;
  readonly onPrompt: (prompt: Prompt) => void;
}) {
  const t = useTranslations();
  if (stage !== 'disconnected') return null;
  return (
    <section className="flex flex-col items-center gap-1 px-4 pt-2 text-center">
      <h2 className="font-display text-lg font-semibold">{t('home.ctaTitle')}</h2>
      <p className="text-sm text-muted">{t('home.ctaText')}</p>
      <Button className="mt-3 w-full" onPointerEnter={preloadPrompts} onClick={() => onPrompt('connect')}>
        {t('session.connectWallet')}
      </Button>
    </section>
  );
}
