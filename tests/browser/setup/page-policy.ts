import { contentSecurityPolicy } from '@city-mint/server/platform/http/content-security-policy';

/** Returns the Content Security Policy that the server sends with a page that connects to these origins. */
export function pagePolicy(pageConnects: readonly string[]): string {
  const directives = contentSecurityPolicy({ pageConnects, secure: false });
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
