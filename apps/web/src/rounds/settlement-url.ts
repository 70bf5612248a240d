import { buildSettings } from '#platform/build-settings.ts';

/** Where anyone gets the settlement file of a round. */
export function settlementUrl(roundId: string): string {
  return `${buildSettings.apiBase}/api/app/rounds/${encodeURIComponent(roundId)}/settlement`;
}
