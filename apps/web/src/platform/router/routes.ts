import type { ComponentType } from 'react';
import type { RawSearch } from './search-text.ts';

/** A screen, the state of it that is in its address, and how its code is fetched in advance. */
export type Route<Search extends object = object> = {
  readonly component: ComponentType & { readonly preload?: () => Promise<void> };
  /** Returns the state of the screen from its address; what is malformed is dropped. None: it has no such state. */
  readonly validateSearch?: (search: RawSearch) => Search;
};

export type RouteTable = Readonly<Record<string, Route>>;

/** The page's routes, for the types of addresses: `router.ts` adds `routes` to it. */
export interface Register {
  readonly basePath?: '/';
}

type Routes = Register extends { readonly routes: infer Table } ? Table : Record<never, Route>;

/** The paths of the page's screens. */
export type Path = keyof Routes & string;

/** The state that is in the address of a screen. */
export type SearchOf<To extends Path> = Routes[To] extends {
  readonly validateSearch: (search: RawSearch) => infer Search;
}
  ? Search
  : Record<never, never>;

let table: RouteTable = {};

/** Sets the routes of the page, by path; returns them. Call once. */
export function setRoutes<Table extends RouteTable>(routes: Table): Table {
  table = routes;
  return routes;
}

/** Returns the route of a path, or null. */
export function findRoute(path: string): Route | null {
  return Object.hasOwn(table, path) ? (table[path] ?? null) : null;
}

/** Returns the state of a screen in an address, as its route reads it. */
export function searchOf<To extends Path>(path: To, search: RawSearch): SearchOf<To> {
  return (findRoute(path)?.validateSearch?.(search) ?? {}) as SearchOf<To>;
}
