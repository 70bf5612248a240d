import type { ComponentType } from 'react';

/** A screen, and the functions that fetch its code. */
export type Screen<Search extends object = object> = ComponentType & {
  readonly preload?: () => Promise<void>;
  /** Fetches everything that the screen needs to render; rejects if that fails. */
  readonly fetch?: () => Promise<void>;
  /** The type of the screen's state in the URL; it has no value at run time. */
  readonly search?: Search;
};

export type RouteTable = Readonly<Record<string, Screen>>;

/** The page's routes, for the types of URLs: `router.ts` adds `routes` to it. */
export interface Register {
  readonly basePath?: '/';
}

type Routes = Register extends { readonly routes: infer Table } ? Table : Record<never, Screen>;

/** The paths of the page's screens. */
export type Path = keyof Routes & string;

/** The state in the URL of a screen. */
export type SearchOf<To extends Path> = Routes[To] extends { readonly search?: infer Search extends object }
  ? Search
  : Record<never, never>;

let table: RouteTable = {};

/** Sets the screens of the page by path; returns them. Call once. */
export function setRoutes<Table extends RouteTable>(routes: Table): Table {
  table = routes;
  return routes;
}

const PATIENCE_MS = 2_000;

/**
 * Resolves when the screen of a path can be shown without a placeholder, or when that takes too long or fails; the
 * screen then shows this itself.
 */
export async function screenIsHere(path: string): Promise<void> {
  const fetched = findScreen(path)
    ?.fetch?.()
    .catch(() => undefined);
  if (fetched === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((end) => {
    timer = setTimeout(end, PATIENCE_MS);
  });
  await Promise.race([fetched, patience]);
  clearTimeout(timer);
}

/** Returns the screen of a path, or null. */
export function findScreen(path: string): Screen | null {
  return Object.hasOwn(table, path) ? (table[path] ?? null) : null;
}
