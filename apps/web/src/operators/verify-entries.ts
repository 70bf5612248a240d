import {
  type LogEntryVerdict,
  type OperatorLogEntry,
  type SignedSystem,
  verifyLogEntry,
} from '@city-mint/api-contract/operator-client/verify-log-entry';

export type VerifyInput = { readonly entries: readonly OperatorLogEntry[]; readonly system: SignedSystem };

/** Verdicts on a batch of the entries, in their order; `failed` when an entry cannot be verified at all. */
export type VerifyMessage =
  | { readonly kind: 'progress' | 'done'; readonly verdicts: readonly LogEntryVerdict[] }
  | { readonly kind: 'failed' };

/** How many verdicts are posted together. */
const BATCH = 10;

/** Verifies entries one after the other, and posts their verdicts in batches, the last one as `done`. */
export async function verifyEntries(
  { entries, system }: VerifyInput,
  post: (message: VerifyMessage) => void,
): Promise<void> {
  try {
    let verdicts: LogEntryVerdict[] = [];
    for (const entry of entries) {
      if (verdicts.length === BATCH) {
        post({ kind: 'progress', verdicts });
        verdicts = [];
      }
      verdicts.push(await verifyLogEntry(entry, system));
    }
    post({ kind: 'done', verdicts });
  } catch {
    post({ kind: 'failed' });
  }
}
