import { Icon } from '@city-mint/ui/icon.tsx';
import type { ComponentProps, ReactNode } from 'react';

export type FoldProps = Omit<ComponentProps<'details'>, 'title'> & {
  readonly title: ReactNode;
  /** A separate `card`, or a `line` within one. */
  readonly kind?: 'card' | 'line';
  /** The CSS class of the title's colour. */
  readonly titleClassName?: string;
};

const SUMMARY = 'flex cursor-pointer list-none items-center justify-between text-sm [&::-webkit-details-marker]:hidden';
const KINDS = {
  card: { summary: 'min-h-[0.52rem] gap-3 px-4 font-semibold', arrow: 'text-sm text-muted' },
  line: { summary: 'tap', arrow: 'text-xs' },
} as const;

/** A part that is folded until the user taps its title; the caller's `className` draws its outline. */
export function Fold({ title, kind = 'card', titleClassName = '', className = '', children, ...rest }: FoldProps) {
  const look = KINDS[kind];
  return (
    <details {...rest} className={`group ${className}`}>
      <summary className={`${SUMMARY} ${look.summary} ${titleClassName}`}>
        {title}
        <Icon name="down" className={`${look.arrow} transition-transform group-open:rotate-180 print:hidden`} />
      </summary>
      {children}
    </details>
  );
}
