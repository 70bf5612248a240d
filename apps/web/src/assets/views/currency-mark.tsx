const COLOURS = { JU: 'bg-accent-soft text-accent-ink', FMC: 'bg-hero text-hero-line' } as const;

/** The coin of a currency; decorative, because its name is next to it. */
export function CurrencyMark({ currency }: { readonly currency: keyof typeof COLOURS }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full font-display text-sm font-semibold ${COLOURS[currency]}`}
    >
      {currency === 'JU' ? 'JU' : 'F'}
    </span>
  );
}
