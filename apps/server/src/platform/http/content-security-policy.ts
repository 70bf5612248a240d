import type { ServerSettings } from './server-deps.ts';

const WALLETCONNECT_VERIFY = 'https://verify.walletconnect.org';

/**
 * Returns the directives of the page's policy: only its own files, and only connections to its API, the chain's node
 * and the wallet relay (`pageConnects`). The frame is WalletConnect's, which attests the page's domain to wallets.
 */
export function contentSecurityPolicy({
  pageConnects,
  secure,
}: Pick<ServerSettings, 'pageConnects' | 'secure'>): Record<string, string[]> {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': ["'self'", ...pageConnects],
    'frame-src': [WALLETCONNECT_VERIFY],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The only policy, `packages/client/src/trusted-scripts.ts`, accepts only the page's own files.
    'trusted-types': ['city-mint'],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  };
}
