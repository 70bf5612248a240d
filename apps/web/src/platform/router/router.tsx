import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { goTo, useEntry } from './location.ts';
import { findScreen, type Path, type SearchOf } from './routes.ts';
import type { RawSearch } from './search-text.ts';
import { searchText } from './search-text.ts';

/** A screen to navigate to, with the state in its URL. */
export type Target<To extends Path> = {
  readonly to: To;
  readonly search?: SearchOf<To>;
  /** Replaces the current history entry, e.g. for filters. */
  readonly replace?: boolean;
};

/** Opens a screen. */
export function navigate<To extends Path>({ to, search, replace }: Target<To>): void {
  goTo(to + searchText(search ?? {}), replace === undefined ? {} : { replace });
}

/** The current path. */
export function usePath(): string {
  return useEntry((entry) => entry.path);
}

/** Whether Back stays in the page. */
export function useCanGoBack(): boolean {
  return useEntry((entry) => entry.index > 0);
}

type RouteApi<To extends Path> = {
  /** Returns the state of the screen in its URL. */
  useSearch(): SearchOf<To>;
  /** Returns a function that changes the state in the screen's URL. */
  useNavigate(): (target: Omit<Target<To>, 'to'>) => void;
};

/**
 * Returns the hooks of a screen's URL. `parse` returns the screen's state and drops malformed values; each screen
 * passes its own, so that it is fetched with the screen.
 */
export function getRouteApi<To extends Path>(path: To, parse: (search: RawSearch) => SearchOf<To>): RouteApi<To> {
  const readSearch = rememberLast(parse);
  const go = (target: Omit<Target<To>, 'to'>) => navigate({ ...target, to: path });
  return {
    useSearch() {
      const search = useEntry((entry) => entry.search);
      return readSearch(search);
    },
    useNavigate: () => go,
  };
}

/** Returns a function that caches its last result while its argument stays the same. */
function rememberLast<Input, Output>(compute: (input: Input) => Output): (input: Input) => Output {
  let last: { readonly input: Input; readonly output: Output } | null = null;
  return (input) => {
    if (last === null || last.input !== input) last = { input, output: compute(input) };
    return last.output;
  };
}

type StyleProps = { readonly className?: string };

type LinkProps<To extends Path> = Target<To> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
    /** Props for a link to the current screen, and to another one. */
    readonly activeProps?: StyleProps;
    readonly inactiveProps?: StyleProps;
    readonly children: ReactNode;
  };

/** A link to a screen, whose code is fetched when the link is hovered, touched or focused. */
export function Link<To extends Path>(props: LinkProps<To>) {
  const { to, search, replace, activeProps, inactiveProps, className = '', onClick, ...rest } = props;
  const isActive = usePath() === to;
  const preload = () => void findScreen(to)?.preload?.();
  const styled = (isActive ? activeProps : inactiveProps)?.className;
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || rest.target === '_blank') return;
    event.preventDefault();
    navigate({ to, ...(search === undefined ? {} : { search }), ...(replace === undefined ? {} : { replace }) });
  };
  return (
    <a
      {...rest}
      href={to + searchText(search ?? {})}
      className={styled === undefined ? className : `${className} ${styled}`}
      {...(isActive ? { 'aria-current': 'page' as const } : {})}
      onPointerEnter={preload}
      onTouchStart={preload}
      onFocus={preload}
      onClick={open}
    />
  );
}

/** Returns whether a click navigates; others open a tab or a window, or save. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** The screen of the current path, else `notFound`. */
export function Outlet({ notFound }: { readonly notFound: ReactNode }) {
  const Screen = findScreen(usePath());
  return Screen === null ? notFound : <Screen />;
}
