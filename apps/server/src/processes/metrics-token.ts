import type { Config } from '#platform/config/settings.ts';

/** What a monitor has to send: in production a token, without one nobody may read; a developer needs none (null). */
export function metricsToken({ METRICS_TOKEN, NODE_ENV }: Config): string | null | undefined {
  return METRICS_TOKEN ?? (NODE_ENV === 'production' ? undefined : null);
}
