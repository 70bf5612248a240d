import { type ReactNode, useState } from 'react';
import { lazySheet } from '#ui/lazy-sheet.tsx';
import type { TermName, TermSheetProps } from './term-sheet.tsx';

const TermSheet = lazySheet<TermSheetProps>(['glossary'], async () => (await import('./term-sheet.tsx')).TermSheet);

/** A word that explains itself on a tap. */
export function Term({ name, children }: { readonly name: TermName; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="term" onClick={() => setOpen(true)}>
        {children}
      </button>
      <TermSheet open={open} name={name} onClose={() => setOpen(false)} />
    </>
  );
}
