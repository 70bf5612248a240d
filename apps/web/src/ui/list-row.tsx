import { Icon, type IconName } from '@city-mint/ui/icon.tsx';
import type { ReactNode } from 'react';

type ListRowProps = {
  readonly icon?: IconName;
  readonly title: string;
  readonly value?: ReactNode;
  readonly onClick: () => void;
  readonly onPointerEnter?: () => void;
};

/** A row that opens a screen or a sheet. */
export function ListRow({ icon, title, value, onClick, onPointerEnter }: ListRowProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      onPointerEnter={onPointerEnter}
      className="flex min-h-[0.54rem] w-full items-center gap-3 px-4 text-left active:bg-sunken"
    >
      {icon !== undefined && <Icon name={icon} className="text-lg text-accent-ink" />}
      <span className="flex-1 text-base">{title}</span>
      {value !== undefined && <span className="max-w-[55%] truncate text-sm text-muted">{value}</span>}
      <Icon name="next" className="text-sm text-muted" />
    </button>
  );
}
