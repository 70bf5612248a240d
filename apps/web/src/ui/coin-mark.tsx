/** The product's mark: a skyline struck on a coin. */
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
