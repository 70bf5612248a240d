import type { ReactNode } from 'react';

type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly aside?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

/**
 * A label, a control, and below it the error or the hint, to which the control points with aria-describedby
 * (`${id}-note`).
 */
export function Field({ id, label, aside, hint, error, children }: FieldProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="pair text-sm">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside !== undefined && <span className="text-muted figures">{aside}</span>}
      </div>
      {children}
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={`min-h-[1.5em] text-xs ${error === undefined ? 'text-muted' : 'text-danger'}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
}

/** The class names of the box around a control. */
export function controlClass(invalid: boolean): string {
  return `${CONTROL} ${invalid ? 'border-danger' : 'border-line'}`;
}

const CONTROL =
  'flex min-h-[0.52rem] items-center gap-2 rounded-lg border bg-surface px-4 ' +
  'focus-within:outline-2 focus-within:outline-accent-ink';
