/** The questions that a new system starts with, in their order. */
export const SEED_QUESTIONS = [
  'round',
  'fees',
  'failure',
  'cancel',
  'fmc',
  'rewards',
  'auto-mint',
  'recharge',
  'withdrawal',
  'hash-power',
  'inviter',
  'check-settlement',
  'check-holdings',
  'profit',
] as const;
export type SeedQuestion = (typeof SEED_QUESTIONS)[number];

/** Every question in one language. */
export type QuestionTexts = Readonly<Record<SeedQuestion, { readonly question: string; readonly answer: string }>>;

/** A share in basis points as a percentage, e.g. 1000 as `10`. */
export function percentOf(bps: number): string {
  return String(bps / 100);
}
