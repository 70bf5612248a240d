import { contentSecurityPolicy } from '@city-mint/server/platform/http/content-security-policy';

/** Returns the Content Security Policy that the server sends with the page. */
export function pagePolicy(): string {
  const directives = contentSecurityPolicy({ pageConnects: ['http://127.0.0.1:8545'], secure: false });
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
