import { operatorActions } from '@city-mint/api-contract/operator/endpoints';
import type { OperatorActionName } from '@city-mint/api-contract/operator-client/operator-client';
import { entryKey, type GivenFields, openAction } from './action-store.ts';
import { draftsOf } from './form-drafts.ts';
import { formFields } from './form-fields.ts';

type Form = {
  readonly name: OperatorActionName;
  /** Fields that the caller sets; the form does not ask for them. */
  readonly fields?: GivenFields;
  /** Initial values of the form. */
  readonly initial?: Readonly<Record<string, unknown>>;
};

/** Opens the sheet of an action for an operator: its form, or its preview where no field is left to ask for. */
export function openForm(operator: string, { name, fields = {}, initial = {} }: Form): void {
  const all = formFields(operatorActions[`POST /api/ops/${name}`]);
  const asked = all.filter((field) => !Object.hasOwn(fields, field.name));
  openAction(entryKey(operator, name, fields), {
    ...{ name, given: fields },
    drafts: draftsOf(asked, initial),
    step: asked.length === 0 ? 'review' : 'form',
  });
}
