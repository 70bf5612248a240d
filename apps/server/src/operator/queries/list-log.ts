import type { ReplyOf } from '@city-mint/api-contract/endpoints';
import type { Database } from '#platform/database/database.ts';
import { readPageById } from '#platform/paging.ts';
import { type LogFilters, selectLog, selectProposing } from '../store/log-entries.ts';
import { type Publication, selectPublication } from '../store/publications.ts';
import { storedFigures, storedSigned } from '../stored-action.ts';
import { storedId } from '../wire.ts';

type LogEntry = ReplyOf<'GET /api/app/operatorLog'>['items'][number];

/** Returns matching entries of the public log with ids below `before` (null = from the newest), newest first. */
export async function listLog(
  db: Database,
  page: { readonly before: bigint | null; readonly limit: number; readonly filters?: LogFilters },
): Promise<LogEntry[]> {
  const rows = await selectLog(db, page);
  const decided = rows.flatMap(({ action, proposal_id: id }) => (id === null || isProposal(action) ? [] : [id]));
  const proposing = new Map((await selectProposing(db, decided)).map((row) => [row.proposal_id, row]));
  return rows.map((row) => {
    const proposed = isProposal(row.action) ? undefined : proposing.get(row.proposal_id);
    return {
      logId: row.id.toString(),
      at: row.at.getTime(),
      operator: row.operator,
      proposedBy: row.proposed_by,
      action: row.action,
      subject: row.subject,
      before: storedFigures(row.before),
      after: storedFigures(row.after),
      reason: row.reason,
      proposalId: row.proposal_id?.toString() ?? null,
      version: row.version,
      ...signatureOf(row),
      proposed: proposed === undefined ? null : { logId: proposed.id.toString(), ...signatureOf(proposed) },
    };
  });
}

function isProposal(action: string): boolean {
  return action.startsWith('propose ');
}

function signatureOf({ signed, signature }: { readonly signed: unknown; readonly signature: string }) {
  return { signed: storedSigned(signed), signature };
}

type LogRequest = Omit<LogFilters, 'logId' | 'proposalId'> & {
  readonly logId?: string | undefined;
  readonly proposalId?: string | undefined;
  readonly cursor?: string | null | undefined;
  readonly limit: number;
};

/** Returns the page of the log that a call requests, or the refusal of its cursor. */
export function readLogPage(db: Database, { cursor, limit, logId, proposalId, ...rest }: LogRequest) {
  const idOrNone = (text: string | undefined) => (text === undefined ? undefined : storedId(text));
  const filters = { ...rest, logId: idOrNone(logId), proposalId: idOrNone(proposalId) };
  return readPageById(
    { cursor, limit },
    { read: (range) => listLog(db, { ...range, filters }), idOf: (entry) => BigInt(entry.logId) },
  );
}

type SignedPlan = NonNullable<ReplyOf<'GET /api/app/rounds/:roundId/plan'>['log']>;

/** Returns the entry of the log in which operators signed a plan; null if no operator published it. */
export async function findPublication(db: Database, publication: Publication): Promise<SignedPlan | null> {
  const row = await selectPublication(db, publication);
  if (row === undefined) return null;
  const { id, at, operator, proposed_by: proposedBy } = row;
  return { logId: id.toString(), at: at.getTime(), operator, proposedBy };
}
