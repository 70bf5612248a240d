import type { ReactNode } from 'react';

export type KeyValue = { readonly label: string; readonly value: ReactNode; readonly strong?: boolean };

/** Labelled values, one per row. */
export function KeyValues({ rows }: { readonly rows: readonly KeyValue[] }) {
  return (
    <dl className="divide-y divide-line">
      {rows.map((row) => (
        <div key={row.label} className="pair py-2.5 text-sm">
          <dt className="text-muted">{row.label}</dt>
          <dd className={`figures ${row.strong === true ? 'font-semibold' : ''}`}>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
