import { contentSecurityPolicy } from '@city-mint/server/platform/http/content-security-policy';

/** The policy under which the server sends the page, as a header. */
export function pagePolicy(): string {
  const directives = contentSecurityPolicy({ pageConnects: ['http://127.0.0.1:8545'], secure: false });
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
