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
 * a browser's Origin must be that domain; the uri must be the root of its page, letter for letter, so that nothing
 * hides in it: https; at this machine or at an IPv4 address, which production allows neither of, http too.
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

/** Returns every place that a sign-in text of these domains can name. */
export function signInPlaces(domains: readonly string[]): { readonly domain: string; readonly uri: string }[] {
  return [...new Set(domains)].flatMap((domain) => urisOf(domain).map((uri) => ({ domain, uri })));
}

function urisOf(domain: string): string[] {
  const schemes = isWithoutName(domain) ? ['https', 'http'] : ['https'];
  return schemes.flatMap((scheme) => [`${scheme}://${domain}`, `${scheme}://${domain}/`]);
}

/** Whether there is no certificate for it. */
function isWithoutName(domain: string): boolean {
  return /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(domain);
}
