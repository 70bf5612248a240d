import { useTranslations } from 'use-intl';
import type { JoinLimits } from '../join-limits.ts';
import { quickAmounts } from '../quick-amounts.ts';

type QuickChipsProps = {
  readonly limits: JoinLimits;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
};

/** Buttons for a quarter, half and all of the maximum, and the limit that sets it below the balance. */
export function QuickChips({ limits, amount, onAmount }: QuickChipsProps) {
  const t = useTranslations('rounds.join');
  return (
    <div className="flex flex-col gap-1.5">
      <fieldset className="grid grid-cols-3 gap-2">
        <legend className="sr-only">{t('quick')}</legend>
        {quickAmounts(limits).map((quick) => (
          <button
            key={quick.percent}
            type="button"
            disabled={quick.amount === null}
            aria-pressed={quick.amount !== null && quick.amount === amount}
            onClick={() => quick.amount !== null && onAmount(quick.amount)}
            className="tap rounded-full bg-sunken px-2 text-sm font-semibold text-ink figures aria-pressed:bg-accent-soft aria-pressed:text-accent-ink active:bg-line disabled:text-muted disabled:opacity-60"
          >
            {quick.percent}%
          </button>
        ))}
      </fieldset>
      {limits.limitedBy !== 'balance' && (
        <p className="px-1 text-xs text-muted">{t(`limitedBy.${limits.limitedBy}`)}</p>
      )}
    </div>
  );
}
