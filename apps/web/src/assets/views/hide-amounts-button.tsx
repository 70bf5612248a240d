import { useTranslations } from 'use-intl';
import { hideAmounts, useHidden } from '#ui/own-amounts.tsx';

/** An eye, open and closed. */
const LIDS = 'M2.5 12C4.5 8 8 5.5 12 5.5s7.5 2.5 9.5 6.5c-2 4-5.5 6.5-9.5 6.5S4.5 16 2.5 12Z';
const OPEN = `${LIDS}M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z`;
const CLOSED = `${LIDS}M4.5 19.5l15-15`;

/**
 * Hides or shows the own amounts of assets, earnings, records and orders on this device, until the next tap. Details
 * that a tap opens, forms and documents show them.
 */
export function HideAmountsButton() {
  const t = useTranslations('assets');
  const isHidden = useHidden((state) => state.isHidden);
  return (
    <button
      type="button"
      aria-label={t('hideAmounts')}
      aria-pressed={isHidden}
      onClick={() => hideAmounts(!isHidden)}
      className="tap -mr-3 inline-flex items-center justify-center rounded-full active:bg-sunken"
    >
      <svg
        viewBox="0 0 24 24"
        className="size-[1.25em]"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        aria-hidden="true"
      >
        <path d={isHidden ? CLOSED : OPEN} strokeLinecap="round" />
      </svg>
    </button>
  );
}
