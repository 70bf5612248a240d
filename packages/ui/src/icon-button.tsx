import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  readonly icon: IconName;
  /** The name of the action, for screen readers. */
  readonly label: string;
};

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`tap inline-flex items-center justify-center rounded-full active:bg-sunken ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
}
