import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { simulationFields } from '../rounds/published-plan.ts';
import { planFields } from '../rounds/terms.ts';
import { address, id, pageOf, pageRequest, time, wholeNumber } from '../wire.ts';

/** The names of the fields of a draft: the fields of a plan and of its simulation, as they are published. */
export const DRAFT_FIELDS = Object.keys({ ...planFields, ...simulationFields });

/** A field as it was typed: anything, so that nothing is lost that is not yet a figure. */
const draftText = z.string().max(80, 'text-too-long');
const draftName = z.string().min(1, 'text-format').max(60, 'text-too-long');
const draftTexts = z.record(z.string(), draftText);

const listedDraft = {
  draftId: id,
  name: draftName,
  /** Of the city that it is for, as it was typed. */
  city: z.string(),
  /** Incremented by each change. */
  version: z.int(),
  savedBy: address,
  savedAt: time,
};

/** Drafts of plans: stored for all operators, without any effect. Viewers cannot save one. */
export const draftEndpoints = {
  'POST /api/ops/drafts': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Lists drafts of plans, newest first.',
    request: z.strictObject({ ...pageRequest }),
    reply: pageOf(z.object(listedDraft)),
    refusals: [],
  }),
  'POST /api/ops/drafts/detail': endpoint({
    who: 'ops',
    rate: 'read',
    summary: 'Retrieves a draft with its fields as they were typed.',
    request: z.strictObject({ draftId: id }),
    reply: z.object({ ...listedDraft, fields: draftTexts }),
    refusals: ['not-found'],
  }),
  'POST /api/ops/drafts/begin': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Begins a draft of a plan. It has no effect.',
    request: z.strictObject({ name: draftName, fields: draftTexts }),
    reply: z.object(listedDraft),
    refusals: ['role-too-low', 'unknown-draft-field', 'too-many-entries'],
  }),
  'POST /api/ops/drafts/save': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Saves all fields of a draft, unless someone else has changed it since `version`.',
    request: z.strictObject({
      draftId: id,
      version: wholeNumber,
      name: draftName,
      fields: draftTexts,
      /** The save since `version` whose answer was lost: if it was stored, it may be replaced. */
      unanswered: z.strictObject({ name: draftName, fields: draftTexts }).optional(),
    }),
    reply: z.object(listedDraft),
    refusals: ['role-too-low', 'unknown-draft-field', 'not-found', 'draft-changed'],
  }),
  'POST /api/ops/drafts/delete': endpoint({
    who: 'ops',
    rate: 'write',
    summary: 'Deletes a draft, unless someone has changed it since `version`.',
    request: z.strictObject({ draftId: id, version: wholeNumber }),
    reply: z.object({}),
    refusals: ['role-too-low', 'not-found', 'draft-changed'],
  }),
};
