import type { Outlook } from '@city-mint/domain/simulation/simulate-plan';
import { Button } from '@city-mint/ui/button.tsx';
import { SectionTitle } from '@city-mint/ui/section-title.tsx';
import { useTranslations } from 'use-intl';
import { copyText } from '#ui/copy-text.ts';
import { commandOf } from '../command-of.ts';

type RunAgainProps = {
  readonly outlook: Outlook;
  readonly roundId: string;
  /** The number of rounds after which the user stops the crowd; null as published. */
  readonly stopAfter: number | null;
};

/** The seed, what it can and cannot prove, and the command that reproduces the figures on another machine. */
export function RunAgain({ outlook, roundId, stopAfter }: RunAgainProps) {
  const t = useTranslations('simulation.again');
  const { seed, runs, roundsHeld, ordersPlaced } = outlook;
  const command = commandOf(roundId, stopAfter);
  return (
    <section className="flex flex-col gap-2.5">
      <SectionTitle>{t('title')}</SectionTitle>
      <p className="px-1 text-sm figures">
        {t('seed', { seed: String(seed), runs, rounds: roundsHeld, orders: ordersPlaced })}
      </p>
      <p className="px-1 text-sm text-muted">{t('text')}</p>
      <code
        aria-label={t('command')}
        role="note"
        className="rounded-lg bg-sunken px-3.5 py-3 font-mono text-xs leading-relaxed wrap-anywhere whitespace-pre-line"
      >
        {command}
      </code>
      <Button kind="soft" size="small" onClick={() => void copyText(command)}>
        {t('copy')}
      </Button>
    </section>
  );
}
