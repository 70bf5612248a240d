import type { ComponentType } from 'react';

/** A screen, and how its code is fetched in advance. */
export type Screen<Search extends object = object> = ComponentType & {
  readonly preload?: () => Promise<void>;
  /** The state of the screen that is in its address: never set, for the types of addresses alone. */
  readonly search?: Search;
};

export type RouteTable = Readonly<Record<string, Screen>>;

/** The page's routes, for the types of addresses: `router.ts` adds `routes` to it. */
export interface Register {
  readonly basePath?: '/';
}

type Routes = Register extends { readonly routes: infer Table } ? Table : Record<never, Screen>;

/** The paths of the page's screens. */
export type Path = keyof Routes & string;

/** The state that is in the address of a screen. */
export type SearchOf<To extends Path> = Routes[To] extends { readonly search?: infer Search extends object }
  ? Search
  : Record<never, never>;

let table: RouteTable = {};

/** Sets the screens of the page, by path; returns them. Call once. */
export function setRoutes<Table extends RouteTable>(routes: Table): Table {
  table = routes;
  return routes;
}

/** Returns the screen of a path, or null. */
export function findScreen(path: string): Screen | null {
  return Object.hasOwn(table, path) ? (table[path] ?? null) : null;
}
