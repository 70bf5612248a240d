/** The domain and uri that a page claims, and the Origin that its browser sends. */
export type SignInOrigin = {
  readonly domain: string;
  readonly uri: string;
  /** The Origin header; null where the caller is not a browser. */
  readonly origin: string | null;
};

export type OriginRefusal = 'domain-not-allowed' | 'uri-not-allowed';

/**
 * Returns the refusal of a sign-in text for this page, or null. All comparisons are exact: the domain must be one of
 * `allowed`, a browser's Origin must be that domain, and the uri must be the root of its page, so that it can hide
 * nothing. The uri is https. It may be http on this machine or at an IPv4 address; production allows neither.
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
  return urisOf(domain).includes(uri);
}

/** Returns every domain and uri that a sign-in text of these domains can name. */
export function signInPlaces(domains: readonly string[]): { readonly domain: string; readonly uri: string }[] {
  return [...new Set(domains)].flatMap((domain) => urisOf(domain).map((uri) => ({ domain, uri })));
}

function urisOf(domain: string): string[] {
  const schemes = isWithoutName(domain) ? ['https', 'http'] : ['https'];
  return schemes.flatMap((scheme) => [`${scheme}://${domain}`, `${scheme}://${domain}/`]);
}

/** Whether the host cannot have a certificate: this machine, or an IPv4 address. */
function isWithoutName(domain: string): boolean {
  return /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(domain);
}
