import { Icon } from '@city-mint/ui/icon.tsx';
import type { ReactNode } from 'react';

type AgreementProps = { readonly agrees: boolean; readonly children: ReactNode };

/** Whether the recomputed amount is the earning, in a sentence. */
export function Agreement({ agrees, children }: AgreementProps) {
  return (
    <p className={`flex items-center gap-2 text-sm font-semibold ${agrees ? 'text-success' : 'text-danger'}`}>
      <Icon name={agrees ? 'shield' : 'alert'} />
      {children}
    </p>
  );
}
