import type { ComponentProps } from 'react';
import { Spinner } from './spinner.tsx';

/** `stop` is for what stops a part of the system, and for nothing else. */
export type ButtonKind = 'primary' | 'soft' | 'plain' | 'danger' | 'stop';

const KINDS: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent active:opacity-85',
  soft: 'bg-accent-soft text-accent-ink active:opacity-80',
  plain: 'text-accent-ink active:bg-sunken',
  danger: 'bg-danger-soft text-danger active:opacity-80',
  stop: 'bg-danger text-surface active:opacity-85',
};

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-full print:hidden text-center font-semibold text-balance select-none ' +
  'transition-[opacity,background-color] disabled:opacity-45 aria-disabled:opacity-45 aria-disabled:cursor-default';

/** The class names of a button, also for links in its style: `<Link className={buttonClass('primary')}>`. */
export function buttonClass(kind: ButtonKind = 'primary', size: 'large' | 'small' = 'large'): string {
  const shape = size === 'large' ? 'min-h-[0.52rem] px-5 text-base' : 'tap px-4 text-sm';
  return `${BASE} ${shape} ${KINDS[kind]}`;
}

type ButtonProps = ComponentProps<'button'> & {
  readonly kind?: ButtonKind;
  readonly size?: 'large' | 'small';
  /** Shows a spinner and ignores taps. */
  readonly busy?: boolean;
  /** Called by a tap while it is disabled, to name the missing input. */
  readonly onDisabledClick?: () => void;
};

/** A button. Disabled, it keeps the focus, so that a keyboard does not lose its place. */
export function Button(props: ButtonProps) {
  const {
    kind,
    size,
    busy = false,
    disabled = false,
    className = '',
    children,
    onClick,
    onDisabledClick,
    ...rest
  } = props;
  const ignoresTaps = busy || disabled;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={ignoresTaps || undefined}
      onClick={(event) => {
        if (!ignoresTaps) return onClick?.(event);
        event.preventDefault();
        if (!busy) onDisabledClick?.();
      }}
      className={`${buttonClass(kind, size)} ${className}`}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
