/** Outlines on a 24 × 24 grid, drawn with one stroke width. */
const PATHS = {
  home: 'M4 11.2 12 4l8 7.2V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  city: 'M4 20V10.5l5-3V20M9 20V5.5L15.5 3v17M15.5 20V9l4.5 2.5V20M2.5 20h19M12 8.5h.5M12 12h.5M12 15.5h.5',
  assets: 'M4 8.5A2.5 2.5 0 0 1 6.5 6H18v3M4 8.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V10a1 1 0 0 0-1-1H4.5M16 14h.5',
  earnings: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM8.5 13.5 11 11l2 2 3-3.5M13.5 9.5H16V12',
  my: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-3.8 3.6-6 7.5-6s6.9 2.2 7.5 6',
  back: 'M14.5 5 8 12l6.5 7',
  next: 'm9.5 5.5 6 6.5-6 6.5',
  down: 'm5.5 9.5 6.5 6 6.5-6',
  copy: 'M9 9V5.5A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.5v8a1.5 1.5 0 0 1-1.5 1.5H15M5.5 9h8A1.5 1.5 0 0 1 15 10.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 4 18.5v-8A1.5 1.5 0 0 1 5.5 9Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  close: 'm6 6 12 12M18 6 6 18',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4',
  wallet:
    'M4 7.5A2.5 2.5 0 0 1 6.5 5H17v3M4 7.5V17a2 2 0 0 0 2 2h13a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H4.5M20 11.5h-4a2 2 0 0 0 0 4h4',
  external: 'M14 4.5h5.5V10M19 5l-8 8M17.5 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4',
  globe:
    'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c2.4 2.4 3.5 5.3 3.5 8.5s-1.1 6.1-3.5 8.5c-2.4-2.4-3.5-5.3-3.5-8.5s1.1-6.1 3.5-8.5Z',
  theme: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  alert: 'M12 4 3 19.5h18zM12 10v4.5M12 17v.2',
  info: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 11v5.5M12 7.7v.2',
  clock: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM12 7.5V12l3 2.5',
  recharge: 'M12 4v11m0 0-4.5-4.5M12 15l4.5-4.5M4.5 19.5h15',
  withdraw: 'M12 15V4m0 0L7.5 8.5M12 4l4.5 4.5M4.5 19.5h15',
  record: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  shield: 'M12 3.5 5 6v5.5c0 4.3 2.9 7.5 7 9 4.1-1.5 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10',
  power: 'M12 3.5V12M7 6.3a7.5 7.5 0 1 0 10 0',
  swap: 'M4 8.5h14.5L15 5M20 15.5H5.5L9 19',
  empty:
    'M4 13.5 6.5 6h11l2.5 7.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18zM4 13.5h4.5c.3 1.7 1.6 3 3.5 3s3.2-1.3 3.5-3H20',
  plug: 'M9 3.5V8M15 3.5V8M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v3.5',
  team: 'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.5-3.3 3-5.2 6.5-5.2s6 1.9 6.5 5.2M16 5a3.3 3.3 0 0 1 0 6.3M18 14.7c2 .7 3.2 2.3 3.5 4.8',
} as const;

export type IconName = keyof typeof PATHS;

/**
 * A decorative icon in the colour of the text and 1.25 times its size; its meaning is in the text or label beside it.
 */
export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`size-[1.25em] shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The product's mark: a skyline on a coin. */
export function CoinMark({ className = '' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 64 64" className={className} fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="32" cy="32" r="28" strokeWidth="3" strokeDasharray="1.6 2.798" />
      <circle cx="32" cy="32" r="23" strokeWidth="2.5" />
      <path
        d="M18 44V32l8-5v17m2 0V21l9-6v29m2 0V28l7 4.5V44M15 44h34"
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
