import { useConnectionStore } from './connection-store.ts';

/** Returns the URL of the page's first script, which contains the hash of everything that it loads; else ''. */
export function releaseOfPage(): string {
  return document.querySelector('script[type="module"]')?.getAttribute('src') ?? '';
}

/** Records the release that a reply names. While two releases run, the first one that differs counts. */
export function recordRelease({ headers }: Response): void {
  const served = headers.get('x-page-release');
  if (served !== null && served !== releaseOfPage()) useConnectionStore.setState({ isReplaced: true });
}
