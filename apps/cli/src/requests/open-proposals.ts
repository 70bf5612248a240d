import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { type OperatorActionKey, operatorActions } from '@city-mint/api-contract/operator/endpoints';
import { actionName, UNSIGNED } from '@city-mint/api-contract/operator/operator-action';
import type { ListedProposal } from '@city-mint/api-contract/operator-client/sign-request';
import { CommandError, EXIT } from '../exit-codes.ts';
import type { Settings } from '../options/settings.ts';
import { formatTime } from '../output/format-reply.ts';
import { refusedError } from '../output/refused-error.ts';
import type { Session } from '../session/open-session.ts';

type Reading = { readonly session: Session; readonly settings: Settings };
type Proposal = ReplyOf<'POST /api/ops/proposals'>['items'][number];

/** Returns an open proposal. Throws a `CommandError` for any other, which says how it ended. */
export async function findProposal(reading: Reading, proposalId: string): Promise<ListedProposal> {
  const { texts } = reading.settings;
  const [open] = await listProposals(reading, { proposalId });
  if (open !== undefined) return open;
  const [ended] = await listProposals(reading, { proposalId, state: 'closed' });
  const message = ended === undefined ? texts.proposalNotFound(proposalId) : texts.proposalEnded(endOf(ended));
  const details = { field: 'proposalId', ...(ended !== undefined && { state: ended.state }) };
  throw new CommandError(EXIT.refused, { error: 'not-found', message, details });
}

function endOf({ proposalId, state, decidedBy, decidedAt }: Proposal) {
  return { id: proposalId, state, by: decidedBy, at: decidedAt === null ? null : formatTime(decidedAt) };
}

type Wanted = { readonly key: OperatorActionKey; readonly fields: object };

/** Throws a `CommandError` that shows the open proposal of the same action with the same fields, if there is one. */
export async function assertNotProposed(reading: Reading, { key, fields }: Wanted): Promise<void> {
  const wanted = canonical(key, fields);
  const open = await listProposals(reading, { action: actionName(key) });
  const same = open.find(({ params }) => canonical(key, params) === wanted);
  if (same === undefined) return;
  const { proposalId, proposedBy, reason, expiresAt } = same;
  const shown = { id: proposalId, by: proposedBy, reason, until: formatTime(expiresAt) };
  const message = reading.settings.texts.alreadyProposed(shown);
  const details = { proposalId, proposedBy, expiresAt };
  throw new CommandError(EXIT.refused, { error: 'already-proposed', message, details });
}

/** The fields as the server reads them: "1.50" and "1.5" are one amount. */
function canonical(key: OperatorActionKey, fields: object): string {
  const parsed = operatorActions[key].request.safeParse({ ...fields, ...UNSIGNED });
  const entries = Object.entries(parsed.data ?? fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(entries, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

type Filter = {
  readonly proposalId?: string;
  readonly action?: string;
  readonly state?: 'open' | 'closed';
};

async function listProposals({ session }: Reading, filter: Filter): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await session.call('POST /api/ops/proposals', { ...filter, cursor, limit: 100 });
    if (!page.ok) throw refusedError(page);
    found.push(...page.data.items);
    cursor = page.data.nextCursor;
  }
  return found;
}
