import type { AmountRefusal } from '@city-mint/api-contract/amount-refusals';
import type { ParticipantRefusal } from '@city-mint/api-contract/refusals';

/** Refusals of an amount, which the page finds too while the amount is typed. */
export type AmountTexts = Readonly<Record<AmountRefusal, string>>;

/** Refusals of the participants' calls; `{field}`, `{limit}` and others stand for the refusal's details. */
export type RefusalTexts = Readonly<Record<ParticipantRefusal, string>>;

/** The time until another try, in a refusal's `{wait}`; `{n}` is the number of seconds or minutes. */
export type WaitTexts = {
  /** While the number is not known. */
  readonly moment: string;
  /** In place of `seconds`, in languages that have a form for one. */
  readonly second?: string;
  readonly seconds: string;
  readonly minutes: string;
};
