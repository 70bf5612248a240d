/** A violation for a test of a rule: files, path → text, that break only that rule, and similar ones that keep it. */
export type Planted = {
  readonly rule: string;
  /** The violation, for the title of the test. */
  readonly what: string;
  readonly bad: Readonly<Record<string, string>>;
  readonly good?: Readonly<Record<string, string>>;
};
