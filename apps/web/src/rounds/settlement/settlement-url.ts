import { settlementPath } from '@city-mint/api-contract/rounds/settlement-path';
import { buildSettings } from '#platform/build-settings.ts';

/** The public URL of a round's settlement file. */
export function settlementUrl(roundId: string): string {
  return `${buildSettings.apiBase}${settlementPath(roundId, 'jsonl')}`;
}
