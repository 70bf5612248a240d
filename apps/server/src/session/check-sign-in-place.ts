/** Where a page says it stands, and where the browser says it stands. */
export type SignInPlace = {
  readonly domain: string;
  readonly uri: string;
  /** The Origin header; null where the caller is no browser. */
  readonly origin: string | null;
};

export type PlaceRefusal = 'domain-not-allowed' | 'uri-not-allowed';

/**
 * Why a sign-in text must not name this place, or null. The domain is one of `allowed`, letter for letter; a browser's
 * Origin is that domain; the uri is an https URL of it (http on this machine) in its normal form, so that no user,
 * port, escape or look-alike hides in it.
 */
export function checkSignInPlace(
  { domain, uri, origin }: SignInPlace,
  allowed: readonly string[],
): PlaceRefusal | null {
  if (!allowed.includes(domain)) return 'domain-not-allowed';
  if (origin !== null && hostOf(origin) !== domain) return 'domain-not-allowed';
  return isUriOf(domain, uri) ? null : 'uri-not-allowed';
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function isUriOf(domain: string, uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const url = new URL(uri);
  const isNormal = url.href === uri || url.href === `${uri}/`;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname));
  return isNormal && isSafe && url.host === domain && url.username === '' && url.password === '' && url.hash === '';
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
