import type { ReactNode } from 'react';
import { Term } from '#glossary/term.tsx';
import { Amount } from '#ui/amount.tsx';
import { gainPerHundred, lossPerHundred } from '../round-per-hundred.ts';

type PerHundredProps = {
  readonly round: Parameters<typeof gainPerHundred>[0];
  /** In the words of the screen, since each loads other texts. */
  readonly labels: readonly [title: string, mints: string, maximumLoss: string];
};

/** A round's gain and loss for 100 JU: the reader does not put in its whole quota. */
export function PerHundred({ round, labels: [title, mints, maximumLoss] }: PerHundredProps) {
  return (
    <div className="text-sm">
      <p className="mb-1 text-xs font-medium text-hero-line">{title}</p>
      <dl className="flex flex-col gap-1">
        <RoundFigure label={<Term name="fmc">{mints}</Term>}>
          <Amount value={gainPerHundred(round)} unit="FMC" compact />
        </RoundFigure>
        <RoundFigure label={<Term name="loss">{maximumLoss}</Term>}>
          <Amount value={lossPerHundred(round)} unit="JU" compact />
        </RoundFigure>
      </dl>
    </div>
  );
}

/** A labelled figure on the dark ground of a round. */
export function RoundFigure({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="pair">
      <dt className="text-xs text-hero-muted">{label}</dt>
      <dd className="font-medium figures">{children}</dd>
    </div>
  );
}
