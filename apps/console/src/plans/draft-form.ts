import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import type { ActionFields } from '@city-mint/api-contract/operator-client/operator-client';
import {
  phasePlanOf,
  simulationFields,
  simulationOf,
  simulationViolation,
} from '@city-mint/api-contract/rounds/published-plan';
import { planFields } from '@city-mint/api-contract/rounds/terms';
import type { FieldViolation } from '@city-mint/domain/json/field-table';
import type { PhasePlan } from '@city-mint/domain/rounds/phase-plan';
import { checkSimulation, type SimulationSettings } from '@city-mint/domain/simulation/published-simulation';
import { z } from 'zod';
import { draftsOf, type Problems, problemsOf, valuesOf } from '#actions/form-drafts.ts';
import { formFields } from '#actions/form-fields.ts';
import type { CheckRequest } from './plans-queries.ts';

const PUBLISH = operatorActions['POST /api/ops/plans/publish'];

/** The fields of a draft in the order of the call's declaration: those of the plan, then those of its crowd. */
export const DRAFT_FORM = formFields(PUBLISH);

/** A parsed draft: the errors of its fields, and the requests to check, simulate and publish it. */
export type ReadDraft = {
  readonly problems: Problems;
  readonly plan: PhasePlan | null;
  /** Request of `plans/check`; null while a field of the plan is not a number. */
  readonly request: CheckRequest | null;
  readonly settings: SimulationSettings | null;
  /** Violated bounds of the crowd; the server finds those of the plan. */
  readonly violations: readonly FieldViolation[];
  /** Fields to sign; null while there is any error. */
  readonly publication: Omit<ActionFields<'plans/publish'>, 'reason'> | null;
};

/** Parses the fields of a draft as typed, and returns the result. */
export function readDraft(texts: Readonly<Record<string, string>>): ReadDraft {
  const values = valuesOf(DRAFT_FORM, texts);
  const problems = problemsOf(PUBLISH, values);
  const plan = z.object(planFields).safeParse(values);
  const settings = z.object(simulationFields).safeParse(values);
  const simulation = settings.success ? simulationOf(settings.data) : null;
  const violations =
    plan.success && simulation !== null
      ? checkSimulation(phasePlanOf(plan.data), simulation).map(simulationViolation)
      : [];
  const isWhole = plan.success && settings.success && violations.length === 0;
  const names = Object.keys(planFields);
  const ofPlan = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return {
    problems,
    plan: plan.success ? phasePlanOf(plan.data) : null,
    // The schema has just accepted it.
    request: plan.success ? (ofPlan as unknown as CheckRequest) : null,
    settings: violations.length === 0 ? simulation : null,
    violations,
    publication: isWhole ? (values as unknown as ReadDraft['publication']) : null,
  };
}

/** Returns the fields of a published plan as inputs of a form, for the next phase. */
export function textsOfPlan(plan: Readonly<Record<string, unknown>> & { readonly phase: number }) {
  const drafts = draftsOf(
    DRAFT_FORM.filter(({ name }) => Object.hasOwn(plan, name)),
    { ...plan, phase: plan.phase + 1 },
  );
  return Object.fromEntries(
    Object.entries(drafts).flatMap(([name, draft]) => (typeof draft === 'string' ? [[name, draft]] : [])),
  );
}
