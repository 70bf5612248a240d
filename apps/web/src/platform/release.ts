import { create } from 'zustand';

/** The header of the API's replies that names the release of the page which that server serves. */
const RELEASE_HEADER = 'x-page-release';

/** Whether a server serves another release than the open page. */
export const useReleaseStore = create<{ readonly isReplaced: boolean }>(() => ({ isReplaced: false }));

/** Returns the URL of the page's first script, which contains the hash of everything that it loads; else ''. */
export function releaseOfPage(): string {
  return document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
}

/** Records the release that a reply names. While two releases run, the first one that differs counts. */
export function recordRelease({ headers }: Response): void {
  const served = headers.get(RELEASE_HEADER);
  if (served !== null && served !== releaseOfPage()) useReleaseStore.setState({ isReplaced: true });
}
