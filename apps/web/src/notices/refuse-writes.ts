import { holdWallet } from '#platform/wallet-hold.ts';

/** The calls of visitors, which change nothing. A preview refuses all others. */
export const VISITOR_READS: ReadonlySet<string> = new Set([
  '/api/app/announcements',
  '/api/app/config',
  '/api/app/disclosure',
  '/api/app/home',
  '/api/app/lang',
  '/api/app/last/crowdfund',
  '/api/app/leaderboard',
  '/api/app/operatorLog',
  '/api/app/preview',
  '/api/app/proof',
  '/api/app/proof/history',
  '/api/app/qa',
  '/api/app/textPreview',
  '/api/app/warehouses',
]);

/** Blocks every API call except `VISITOR_READS`, sends no token, and asks no wallet. Call once. */
export function refuseWrites(): void {
  holdWallet();
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!pathname.startsWith('/api/')) return send(input, init);
    if (!VISITOR_READS.has(pathname)) return Promise.reject(new TypeError('a preview changes nothing'));
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    return send(input, { ...init, headers });
  };
}
