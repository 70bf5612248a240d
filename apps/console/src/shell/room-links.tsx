import { Badge } from '@city-mint/ui/badge.tsx';
import { Icon } from '@city-mint/ui/icon.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { waitingQuery } from '#proposals/proposals-queries.ts';
import { useOperator } from '#session/operator-queries.ts';
import { ROOMS, type Room } from '../rooms.ts';

const GROUPS = ['daily', 'money', 'settings', 'record'] as const satisfies readonly Room['group'][];

/** The rooms by group: a column beside the page, on a narrow screen a row above it that scrolls sideways. */
export function RoomLinks({ home }: { readonly home: ReactNode }) {
  const t = useTranslations('shell');
  const nav = useCurrentInView();
  return (
    <nav
      ref={nav}
      aria-label={t('rooms')}
      // Its hidden headings are placed within it: else they would make the page as wide as all of them.
      className="relative flex gap-1 overflow-x-auto px-3 py-2 lg:flex-col lg:gap-4 lg:overflow-x-visible"
    >
      {home}
      {GROUPS.filter((group) => ROOMS.some((room) => room.group === group)).map((group) => (
        <section key={group} className="flex shrink-0 gap-1 lg:flex-col lg:gap-0.5">
          <h2 className="sr-only px-2 pb-1 text-2xs text-muted uppercase tracking-wide lg:not-sr-only">
            {t(`groups.${group}`)}
          </h2>
          {ROOMS.filter((room) => room.group === group).map(({ name, path, icon }) => (
            <Link
              key={name}
              to={path}
              activeOptions={{ exact: path === '/', includeSearch: false }}
              className="flex min-h-[0.36rem] shrink-0 items-center gap-2 rounded-md px-2 text-muted text-sm hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink"
            >
              <Icon name={icon} className="text-base" />
              {t(`room.${name}`)}
              {name === 'proposals' && <WaitingProposals />}
            </Link>
          ))}
        </section>
      ))}
    </nav>
  );
}

/** The number of proposals that this operator may confirm; nothing for none, and for those who confirm none. */
function WaitingProposals() {
  const t = useTranslations('shell');
  const { address, mayConfirm } = useOperator();
  const { data } = useQuery({ ...waitingQuery(address), enabled: mayConfirm });
  if (!mayConfirm || data === undefined || data.count === 0) return null;
  const shown = `${data.count}${data.isMore ? '+' : ''}`;
  return (
    <span className="ml-auto">
      <Badge kind="pending">
        <span aria-hidden="true">{shown}</span>
        <span className="sr-only">{t('waiting', { count: data.count })}</span>
      </Badge>
    </span>
  );
}

/** Scrolls the row of rooms so that the one that is shown is seen. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    const current = path === '' ? null : nav.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return nav;
}
