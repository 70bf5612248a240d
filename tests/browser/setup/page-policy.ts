import { contentSecurityPolicy } from '../../../apps/server/src/platform/http/content-security-policy.ts';

/** The policy under which the server sends the page, as a header. */
export function pagePolicy(): string {
  const directives = contentSecurityPolicy({ pageConnects: ['http://127.0.0.1:8545'], secure: false });
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}
