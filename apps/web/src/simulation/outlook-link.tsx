import { Icon } from '@city-mint/ui/icon.tsx';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import type { OutlookSheetProps } from './outlook-sheet.tsx';

const OutlookSheet = lazySheet<OutlookSheetProps>(
  ['rounds', 'simulation'],
  async () => (await import('./outlook-sheet.tsx')).OutlookSheet,
);

/** Opens the simulation that was published with the plan of a round. */
export function OutlookLink({ roundId }: { readonly roundId: string }) {
  const t = useTranslations('rounds.outlook');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={() => void OutlookSheet.preload()}
        onFocus={() => void OutlookSheet.preload()}
        onClick={() => setOpen(true)}
        className="flex min-h-[0.54rem] w-full items-center gap-3 rounded-xl border border-line bg-surface px-4 py-2.5 text-left active:bg-sunken"
      >
        <Icon name="earnings" className="text-lg text-accent-ink" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold text-pretty">{t('link')}</span>
          <span className="block text-xs text-muted">{t('hint')}</span>
        </span>
        <Icon name="next" className="text-sm text-muted" />
      </button>
      <OutlookSheet key={roundId} roundId={roundId} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
