import { useState } from 'react';
import { Fold, type FoldProps } from './fold.tsx';

/** A folded part whose content is rendered only while it is open, so that what it shows costs nothing before. */
export function FoldOnDemand({ children, ...rest }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold {...rest} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && children}
    </Fold>
  );
}
