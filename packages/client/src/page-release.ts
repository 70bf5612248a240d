/** Returns the URL of the page's first script, which contains the hash of everything that it loads; else ''. */
export function releaseOfPage(): string {
  return document.querySelector('script[type="module"][src^="/"]')?.getAttribute('src') ?? '';
}

/** While a release replaces another one, replies of both alternate. */
const DIFFERENT_UNTIL_REPLACED = 3;
let differentInARow = 0;

/**
 * Returns whether the open page is replaced, by the release that a reply names: once three in a row name another one.
 * Null for a reply that names none.
 */
export function isPageReplaced({ headers }: Response): boolean | null {
  const served = headers.get('x-page-release');
  if (served === null) return null;
  differentInARow = served === releaseOfPage() ? 0 : differentInARow + 1;
  return differentInARow >= DIFFERENT_UNTIL_REPLACED;
}
