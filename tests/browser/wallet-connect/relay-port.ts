/** Returns the port that the global set-up chose for the relay: pages are built for it. */
export function relayPort(): number {
  const port = Number(process.env['RELAY_PORT']);
  if (!Number.isInteger(port)) throw new Error('RELAY_PORT is not set: run by tests/browser/playwright.config.ts');
  return port;
}
