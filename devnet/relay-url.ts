/** Returns the address of a relay of this machine, at another host for machines in its network. */
export function relayUrl(port: number, host = '127.0.0.1'): string {
  return `ws://${host}:${port}`;
}
