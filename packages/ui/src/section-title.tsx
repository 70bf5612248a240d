import type { ReactNode } from 'react';

/** The heading of a section, with something optional to its right. */
export function SectionTitle({ children, aside }: { readonly children: ReactNode; readonly aside?: ReactNode }) {
  return (
    <div className="pair px-1">
      <h2 className="font-display text-lg font-semibold">{children}</h2>
      {aside !== undefined && <div className="text-sm text-muted">{aside}</div>}
    </div>
  );
}
