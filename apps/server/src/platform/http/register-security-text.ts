import { DAY_MS } from '@city-mint/domain/time/durations';
import type { FastifyInstance } from 'fastify';
import type { ServerSettings } from './server-deps.ts';

const PATH = '/.well-known/security.txt';
/** Shorter than the year that RFC 9116 allows; every answer renews it, since the setting was read at the start. */
const VALID_DAYS = 90;

/** Serves the contact for reports of vulnerabilities (RFC 9116); without such a setting the path is not found. */
export function registerSecurityText(app: FastifyInstance, settings: SecuritySettings): void {
  const { securityContact: contact, hosts, secure } = settings;
  if (contact === undefined) return;
  app.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    handler: async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(securityText({ contact, hosts: secure ? hosts : [], now: Date.now() })),
  });
}

type SecuritySettings = Pick<ServerSettings, 'securityContact' | 'hosts' | 'secure'>;

type Security = { readonly contact: string; readonly hosts: readonly string[]; readonly now: number };

/** Returns the file: contact, end of its validity, and its addresses at the hosts. */
function securityText({ contact, hosts, now }: Security): string {
  const expires = new Date(now + VALID_DAYS * DAY_MS).toISOString();
  const canonical = hosts.map((host) => `Canonical: https://${host}${PATH}\n`);
  return `Contact: ${contact}\nExpires: ${expires}\n${canonical.join('')}`;
}
