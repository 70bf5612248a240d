import type { Config } from '#platform/config/settings.ts';
import type { ServerSettings } from '#platform/http/server-deps.ts';
import { metricsToken } from './monitoring.ts';

/** Returns the HTTP server's settings from the configuration; the page is served if `webDist` is set. */
export function serverSettings(config: Config, { webDist }: Pick<ServerSettings, 'webDist'>): ServerSettings {
  const isProduction = config.NODE_ENV === 'production';
  return {
    checkReplies: !isProduction,
    secure: isProduction,
    trustedProxies: config.TRUSTED_PROXIES,
    regionHeader: config.REGION_HEADER,
    publicOrigins: config.PUBLIC_ORIGINS,
    connectionsPerAddress: config.CONNECTIONS_PER_ADDRESS,
    rateLimits: {
      perAddress: config.RATE_LIMIT_PER_MINUTE,
      perMinuteOf: {
        read: config.READ_LIMIT_PER_MINUTE,
        write: config.WRITE_LIMIT_PER_MINUTE,
        join: config.JOIN_LIMIT_PER_MINUTE,
        money: config.MONEY_LIMIT_PER_MINUTE,
        heavy: config.HEAVY_LIMIT_PER_MINUTE,
        'sign-in': config.SIGN_IN_LIMIT_PER_MINUTE,
      },
    },
    pageConnects: pageUrls(config).map((url) => {
      // The part after the host may be a secret.
      const { protocol, host } = new URL(url);
      return `${protocol}//${host}`;
    }),
    securityContact: config.SECURITY_CONTACT,
    hosts: config.SIGN_IN_DOMAINS,
    webDist,
    metricsToken: metricsToken(config),
  };
}

function pageUrls(config: Config): readonly string[] {
  return [config.PUBLIC_RPC_URL ?? config.RPC_URL, ...config.PUBLIC_WITNESS_RPC_URLS, config.WALLETCONNECT_RELAY_URL];
}
