import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type EntryOf, signedLogEntry } from '@city-mint/api-contract/operator-client/testing/signed-entries';
import { buildSettings } from '#platform/build-settings.ts';
import { COLLEAGUE } from '../desk.tsx';
import { VERSION } from '../sign-action.ts';

export type LogEntry = ReplyOf<'POST /api/ops/log'>['items'][number];

type ConsoleEntry = Omit<EntryOf, 'system' | 'version'> & {
  /** Fields that differ from the signed ones. */
  readonly change?: Partial<LogEntry>;
};

/** Returns an entry of the log that an account signed; a colleague proposed the action that it confirms. */
export async function signedEntry({ confirms, change, ...of }: ConsoleEntry): Promise<LogEntry> {
  const { chainId, vault } = buildSettings;
  const proposed = confirms === undefined ? {} : { confirms: { ...confirms, account: COLLEAGUE } };
  return { ...(await signedLogEntry({ ...of, ...proposed, system: { chainId, vault }, version: VERSION })), ...change };
}
