import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { signedData } from '@city-mint/api-contract/operator/access-endpoints';
import { type ConfirmedProposal, type SignedKey, signedAction } from '@city-mint/api-contract/operator/signed-action';
import type { PrivateKeyAccount } from 'viem/accounts';
import { buildSettings } from '#platform/build-settings.ts';
import { VERSION } from '../sign-action.ts';

export type LogEntry = ReplyOf<'POST /api/ops/log'>['items'][number];

type EntryOf = {
  readonly logId: string;
  readonly at: number;
  readonly account: PrivateKeyAccount;
  readonly key: SignedKey;
  readonly fields: object;
  readonly reason: string;
  /** The proposal that is confirmed. */
  readonly confirms?: ConfirmedProposal;
  /** What differs from what was signed. */
  readonly change?: Partial<LogEntry>;
};

/** Returns an entry of the log that an account signed. */
export async function signedEntry(of: EntryOf): Promise<LogEntry> {
  const { logId, at, account, key, fields, reason, confirms, change } = of;
  const { chainId, vault } = buildSettings;
  const signing = { chainId, vault, operator: account.address, reason, version: VERSION };
  const requestId = `00000000-0000-4000-8000-${logId.padStart(12, '0')}`;
  const signed = signedData.parse(signedAction({ key, fields }, { ...signing, requestId, issuedAt: at }, confirms));
  return {
    ...{ logId, at, operator: account.address, reason, version: VERSION, signed },
    ...{ proposedBy: confirms?.by ?? null, proposalId: confirms?.id ?? null },
    ...{ action: key.slice('POST /api/ops/'.length), subject: 'part joins', before: null, after: null },
    signature: await account.signTypedData(signed),
    ...change,
  };
}
