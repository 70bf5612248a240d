import { DRAFT_FIELDS, type draftEndpoints } from '@city-mint/api-contract/operator/draft-endpoints';
import { hasRole } from '@city-mint/api-contract/operator/operator-roles';
import { z } from 'zod';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handler.ts';
import { readPageById } from '#platform/paging.ts';
import { deleteDraft, insertDraft, MOST_DRAFTS, updateDraft } from '../commands/drafts.ts';
import { type DraftRow, findDraft, selectDrafts } from '../queries/drafts.ts';
import { findRole } from '../queries/operators.ts';
import { storedId } from '../wire.ts';

type DraftDeps = { readonly db: Database; readonly configured: readonly string[] };

const KNOWN_FIELDS = new Set(DRAFT_FIELDS);
const storedTexts = z.record(z.string(), z.string());

const NOT_FOUND = { refusal: 'not-found', details: { field: 'draftId' } } as const;
const CHANGED = { refusal: 'draft-changed', details: { field: 'version' } } as const;
const TOO_LOW = { refusal: 'role-too-low', details: { limit: 'operator' } } as const;

/**
 * Returns the handlers of drafts of plans. Nothing depends on a draft, so it is written without a signature. Every
 * operator sees it; viewers cannot change it.
 */
export function draftRoutes({ db, configured }: DraftDeps): Handlers<keyof typeof draftEndpoints> {
  const mayWrite = async (address: string) => {
    const role = await findRole(db, configured, address);
    return role !== null && hasRole(role, 'operator');
  };
  return {
    async 'POST /api/ops/drafts'({ cursor, limit }) {
      const page = await readPageById(
        { cursor, limit },
        { read: (range) => selectDrafts(db, range), idOf: ({ id }) => id },
      );
      return 'refusal' in page ? page : { data: { ...page, items: page.items.map(draftToWire) } };
    },
    async 'POST /api/ops/drafts/detail'({ draftId }) {
      const draft = await findDraft(db, storedId(draftId));
      if (draft === undefined) return NOT_FOUND;
      return { data: { ...draftToWire(draft), fields: storedTexts.parse(draft.fields) } };
    },
    async 'POST /api/ops/drafts/begin'({ name, fields }, { participant: { address } }) {
      if (!(await mayWrite(address))) return TOO_LOW;
      const unknown = unknownField(fields);
      if (unknown !== undefined) return unknown;
      const draft = await insertDraft(db, { name, fields, savedBy: address });
      if (draft !== undefined) return { data: draftToWire(draft) };
      return { refusal: 'too-many-entries', details: { field: 'name', limit: String(MOST_DRAFTS) } };
    },
    async 'POST /api/ops/drafts/save'({ draftId, version, unanswered, name, fields }, { participant: { address } }) {
      if (!(await mayWrite(address))) return TOO_LOW;
      const unknown = unknownField(fields);
      if (unknown !== undefined) return unknown;
      const id = storedId(draftId);
      const draft = await updateDraft(db, { draftId: id, version, unanswered }, { name, fields, savedBy: address });
      if (draft !== undefined) return { data: draftToWire(draft) };
      return (await findDraft(db, id)) === undefined ? NOT_FOUND : CHANGED;
    },
    async 'POST /api/ops/drafts/delete'({ draftId, version }, { participant: { address } }) {
      if (!(await mayWrite(address))) return TOO_LOW;
      const id = storedId(draftId);
      if (await deleteDraft(db, { draftId: id, version })) return { data: {} };
      return (await findDraft(db, id)) === undefined ? NOT_FOUND : CHANGED;
    },
  };
}

/** Returns the refusal of fields that no plan and no simulation has, or undefined. */
function unknownField(fields: Readonly<Record<string, string>>) {
  const unknown = Object.keys(fields).find((name) => !KNOWN_FIELDS.has(name));
  if (unknown === undefined) return undefined;
  return { refusal: 'unknown-draft-field', details: { field: 'fields', limit: unknown.slice(0, 60) } } as const;
}

function draftToWire(draft: DraftRow) {
  return {
    draftId: draft.id.toString(),
    name: draft.name,
    city: storedTexts.parse(draft.fields)['city'] ?? '',
    version: draft.version,
    savedBy: draft.saved_by,
    savedAt: draft.saved_at.getTime(),
  };
}
