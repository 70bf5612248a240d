/** The path to which mail programs send a click that stops the mails; the token follows. */
export const STOP_PATH = '/api/app/mail/unsubscribe/';

/**
 * Returns the path of the page with the button that confirms an address. The token is in the fragment, which reaches no
 * server and no log.
 */
export function confirmPagePath(confirmToken: string): string {
  return `/mail#confirm=${confirmToken}`;
}

/** Returns the path of the page with the button that stops the mails of an address. */
export function stopPagePath(stopToken: string): string {
  return `/mail#stop=${stopToken}`;
}
