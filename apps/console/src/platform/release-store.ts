import { isPageReplaced } from '@city-mint/client/page-release.ts';
import { create } from 'zustand';

/** Whether the server has another release than the open console. */
export const useReleaseStore = create(() => ({ isReplaced: false }));

/** Records the release that a reply names. */
export function recordRelease(reply: Response): void {
  const isReplaced = isPageReplaced(reply);
  if (isReplaced !== null) useReleaseStore.setState({ isReplaced });
}
