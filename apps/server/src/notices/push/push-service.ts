import ipaddr from 'ipaddr.js';

/** Which push services notices may be sent to. */
export type PushServices = {
  /** Their hosts; `*.example` stands for all hosts below it. */
  readonly hosts: readonly string[];
  /** Whether plain http, other ports and addresses of private networks are allowed: only outside production. */
  readonly allowsLocal: boolean;
};

/** Returns whether a subscription's URL is of one of these services. Anyone can subscribe any URL. */
export function isPushService(endpoint: string, { hosts, allowsLocal }: PushServices): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (!allowsLocal && (protocol !== 'https:' || port !== '' || isAddress(hostname))) {
    return false;
  }
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host));
}

/** Returns whether an address belongs to the public internet, so that a name cannot lead into our own network. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** IPv6 addresses are in brackets in a URL. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || ipaddr.isValid(hostname);
}
