import type { ComponentProps } from 'react';

/** A raised surface. */
export function Card({ className = '', ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={`rounded-xl bg-surface p-4 shadow-card ${className}`} />;
}
