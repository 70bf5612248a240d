/** The domain and uri that a page claims, and the origin that its browser states. */
export type SignInOrigin = {
  readonly domain: string;
  readonly uri: string;
  /** The Origin header; null where the caller is not a browser. */
  readonly origin: string | null;
};

export type OriginRefusal = 'domain-not-allowed' | 'uri-not-allowed';

/**
 * Returns the refusal of a sign-in text for this page, or null. The domain must be one of `allowed`, letter for letter;
 * a browser's Origin must be that domain; the uri must be an https URL of it (http on this machine) in its normal form,
 * so that no user, port, escape or look-alike hides in it.
 */
export function checkSignInOrigin(
  { domain, uri, origin }: SignInOrigin,
  allowed: readonly string[],
): OriginRefusal | null {
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
