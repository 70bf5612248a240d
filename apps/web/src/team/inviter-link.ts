import { browserStorage } from '@city-mint/client/browser-storage.ts';
import { create } from 'zustand';

const STORAGE_KEY = 'fmc.inviter';
const PARAMETER = 'inviter';
/** Limit for stored text; an address has 42 characters and a code 27, so anything much longer is neither. */
const LONGEST = 64;

/** The unchecked text of an inviter link, which may be anything; null without a link. */
export const useInviterLink = create<{ readonly text: string | null }>(() => ({
  text: cut(browserStorage.getItem(STORAGE_KEY)),
}));

/** Returns the link that invites on behalf of the inviter with this code. */
export function inviterLink(origin: string, code: string): string {
  return `${origin}/index?${PARAMETER}=${code}`;
}

/**
 * Remembers a link's inviter, replacing an earlier one, until an inviter is bound; it survives connecting, signing in
 * and reloads. It binds nothing. Call once at start, with the page's query.
 */
export function rememberInviter(search: string): void {
  const text = cut(new URLSearchParams(search).get(PARAMETER));
  if (text === null) return;
  browserStorage.setItem(STORAGE_KEY, text);
  useInviterLink.setState({ text });
}

/** Forgets the link, because the inviter is bound or the user wants another one. */
export function forgetInviter(): void {
  browserStorage.removeItem(STORAGE_KEY);
  useInviterLink.setState({ text: null });
}

function cut(text: string | null): string | null {
  const cutText = (text ?? '').trim().slice(0, LONGEST);
  return cutText === '' ? null : cutText;
}
