import type { SubjectKind } from '@city-mint/api-contract/operator/action-subjects';
import type { OperatorRefusal } from '@city-mint/api-contract/refusals';
import type { BoundRule } from '@city-mint/domain/json/bound';

/** Refusals of the operators' calls. */
export type OperatorRefusalTexts = Readonly<Record<OperatorRefusal, string>>;

/** What an operator action concerns; `{of}` is which one. */
export type SubjectTexts = Readonly<Record<SubjectKind, string>>;

/** What a value has to be; `{0}` and `{1}` are the figures of the bound. */
export type BoundTexts = Readonly<Record<BoundRule, string>>;

/** What the operators' calls say in one language. */
export type OperatorTexts = {
  readonly operatorRefusals: OperatorRefusalTexts;
  readonly subjects: SubjectTexts;
  readonly bounds: BoundTexts;
};
