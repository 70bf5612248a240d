import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';

type PanelProps = {
  readonly title: string;
  /** Figures or buttons next to the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** A part of a room, with its heading. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col rounded-sm border border-line bg-surface">
      <header className="flex min-h-[0.44rem] flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-4 py-1.5">
        <h2 id={id} className="font-semibold text-sm">
          {title}
        </h2>
        {aside}
      </header>
      <div className="min-w-0 px-4 py-3">{children}</div>
    </section>
  );
}

type RoomProps = {
  readonly title: string;
  /** Purpose of the room, in a sentence. */
  readonly lead?: string;
  /** Link from a detail to its list. */
  readonly back?: { readonly to: string; readonly label: string };
  /** Actions of the room. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** A room: title, purpose, actions, panels. */
export function Room({ title, lead, back, actions, children }: RoomProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          {back !== undefined && (
            <Link
              to={back.to}
              className="inline-flex min-h-[0.24rem] items-center gap-1 text-accent-ink text-sm hover:underline"
            >
              <span aria-hidden="true">←</span>
              {back.label}
            </Link>
          )}
          <h1 className="break-words font-display font-semibold text-xl">{title}</h1>
          {lead !== undefined && <p className="max-w-[7.6rem] text-muted text-sm">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-start gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export type Fact = { readonly label: string; readonly value: ReactNode };

/** Labelled figures side by side. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(1.5rem,1fr))] gap-x-6 gap-y-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-muted text-xs">{label}</dt>
          <dd className="break-words text-sm figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
