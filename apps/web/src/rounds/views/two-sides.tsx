import type { ReactNode } from 'react';

type SideProps = {
  readonly title: string;
  readonly colours: string;
  readonly label: string;
  readonly children: ReactNode;
};

/** One of two outcomes that are shown side by side at the same size. */
export function Side({ title, colours, label, children }: SideProps) {
  return (
    <div className={`flex flex-col rounded-lg p-3.5 ${colours}`}>
      <h3 className="text-xs font-semibold">{title}</h3>
      <p className="mt-2 text-2xs">{label}</p>
      {children}
    </div>
  );
}

/** A figure of an outcome with its name. */
export function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <p className="pair text-xs">
      <span>{label}</span>
      <span>{children}</span>
    </p>
  );
}
