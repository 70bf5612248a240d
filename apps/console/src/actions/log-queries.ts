import { readApi } from '#platform/api.ts';
import type { ActionOutcome, SentRequest } from './action-outcome.ts';

/** Returns the log's outcome of a signed request: applied, proposed, or null if it was refused or never received. */
export async function findInLog({ requestId }: SentRequest): Promise<ActionOutcome | null> {
  const { items } = await readApi('POST /api/ops/log', { requestId, limit: 1 });
  const [entry] = items;
  if (entry === undefined || entry.action.startsWith('refuse ')) return null;
  const { logId, action, proposalId } = entry;
  const isProposal = action.startsWith('propose ');
  return { state: isProposal ? 'proposed' : 'done', logId, proposalId, expiresAt: null };
}
