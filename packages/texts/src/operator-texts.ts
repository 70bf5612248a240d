import type { SubjectKind } from '@city-mint/api-contract/operator/action-subjects';
import type { OperatorRefusal } from '@city-mint/api-contract/refusals';
import type { BoundRule } from '@city-mint/domain/json/bound';

/** Refusals of the operators' calls. */
export type OperatorRefusalTexts = Readonly<Record<OperatorRefusal, string>>;

/** Subject of an operator action; `{of}` is its id. */
export type SubjectTexts = Readonly<Record<SubjectKind, string>>;

/** Requirement for a value; `{0}` and `{1}` are the figures of the bound. */
export type BoundTexts = Readonly<Record<BoundRule, string>>;

/** Texts of the operators' calls in one language. */
export type OperatorTexts = {
  readonly operatorRefusals: OperatorRefusalTexts;
  readonly subjects: SubjectTexts;
  readonly bounds: BoundTexts;
};
