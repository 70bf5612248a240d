/** A spinning coin edge in the colour and size of the text. */
export function Spinner({ className = '' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={`size-[1.15em] animate-turn ${className}`} fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
