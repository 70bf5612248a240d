import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import { operatorEndpoints } from '@city-mint/api-contract/operator/endpoints';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import { countCurrentProposals, type ProposalFilter, selectProposals } from '../store/actions.ts';
import { storedFigures } from '../stored-action.ts';

type Proposal = ReplyOf<'POST /api/ops/proposals'>['items'][number];

const params = z.record(z.string(), z.unknown());

const listedState = operatorEndpoints['POST /api/ops/proposals'].reply.shape.items.element.shape.state;

/** Returns proposals with ids below `before` (null = from the newest), newest first. */
export async function listProposals(
  db: Database,
  filter: ProposalFilter,
  page: { readonly before: bigint | null; readonly limit: number },
): Promise<Proposal[]> {
  return (await selectProposals(db, filter, page)).map((row) => ({
    proposalId: row.id.toString(),
    action: row.action,
    subject: row.subject,
    params: params.parse(row.params),
    before: storedFigures(row.before),
    after: storedFigures(row.after),
    version: row.version,
    reason: row.reason,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    state: listedState.parse(row.state),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.getTime() ?? null,
  }));
}

/** Returns how many proposals can still be confirmed, of an operator and of all others, each up to 1,000. */
export async function countOpenProposals(
  db: Database,
  operator: string,
): Promise<{ readonly proposals: number; readonly ownProposals: number }> {
  const [proposals, ownProposals] = await Promise.all([
    countCurrentProposals(db, { operator, own: false }),
    countCurrentProposals(db, { operator, own: true }),
  ]);
  return { proposals, ownProposals };
}
