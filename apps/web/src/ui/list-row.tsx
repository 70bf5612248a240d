import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import type { ReactNode } from 'react';

type ListRowProps = {
  readonly icon?: IconName;
  readonly title: string;
  readonly value?: ReactNode;
} & (
  | { readonly onClick: () => void }
  /** The address of a file, which opens outside the page. */
  | { readonly href: string }
);

const STYLE = 'flex min-h-[0.54rem] w-full items-center gap-3 px-4 text-left active:bg-sunken';

/** A row that opens a screen, a sheet or a file. */
export function ListRow({ icon, title, value, ...target }: ListRowProps) {
  const content = (
    <>
      {icon !== undefined && <Icon name={icon} className="text-lg text-accent-ink" />}
      <span className="pair flex-1 py-1">
        <span className="text-base">{title}</span>
        {value !== undefined && <span className="text-sm text-muted">{value}</span>}
      </span>
      <Icon name="next" className="text-sm text-muted" />
    </>
  );
  if ('href' in target) {
    return (
      <a href={target.href} target="_blank" rel="noreferrer" className={STYLE}>
        {content}
      </a>
    );
  }
  return (
    <button type="button" onClick={target.onClick} className={STYLE}>
      {content}
    </button>
  );
}
