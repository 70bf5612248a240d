import { useConnectionStore } from './connection-store.ts';

/** Returns the URL of the page's first script, which contains the hash of everything that it loads; else ''. */
export function releaseOfPage(): string {
  return document.querySelector('script[type="module"][src^="/"]')?.getAttribute('src') ?? '';
}

/** While a release replaces another one, replies of both alternate. */
const DIFFERENT_UNTIL_REPLACED = 3;
let differentInARow = 0;

/** Records the release that a reply names; after three of another release in a row, the open page is replaced. */
export function recordRelease({ headers }: Response): void {
  const served = headers.get('x-page-release');
  if (served === null) return;
  differentInARow = served === releaseOfPage() ? 0 : differentInARow + 1;
  useConnectionStore.setState({ isReplaced: differentInARow >= DIFFERENT_UNTIL_REPLACED });
}
