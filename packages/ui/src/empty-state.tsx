import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type EmptyStateProps = {
  readonly icon?: IconName;
  readonly title: string;
  readonly text?: string;
  /** The action that the user can take. */
  readonly action?: ReactNode;
  /** Whether it is all that a page shows, so that its title is the page's. */
  readonly isPage?: boolean;
};

/** Shown for an empty list: the reason, and an action. */
export function EmptyState({ icon = 'empty', title, text, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex animate-rise flex-col items-center gap-2 px-6 py-10 text-center text-balance">
      <span className="mb-1 inline-flex size-14 items-center justify-center rounded-full bg-sunken text-xl text-muted">
        <Icon name={icon} />
      </span>
      <Title className="font-display text-lg font-semibold">{title}</Title>
      {text !== undefined && <p className="text-sm text-muted">{text}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
