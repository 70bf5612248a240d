import { isPageReplaced } from '@city-mint/client/page-release.ts';
import { useConnectionStore } from './connection-store.ts';

/** Records the release that a reply names; after three of another release in a row, the open page is replaced. */
export function recordRelease(reply: Response): void {
  const isReplaced = isPageReplaced(reply);
  if (isReplaced !== null) useConnectionStore.setState({ isReplaced });
}
