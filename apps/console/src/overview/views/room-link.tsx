import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type RoomLinkProps = {
  readonly to: string;
  /** The filters of the room's list. */
  readonly search?: Readonly<Record<string, string>>;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A link to another room, with an arrow. */
export function RoomLink({
  to,
  search = {},
  className = 'text-accent-ink text-sm hover:underline',
  children,
}: RoomLinkProps) {
  return (
    <Link to={to} search={search} className={`flex min-h-[0.36rem] items-center gap-2 ${className}`}>
      {children}
      <span aria-hidden="true">→</span>
    </Link>
  );
}
