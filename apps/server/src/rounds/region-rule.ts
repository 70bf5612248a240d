/** What is allowed where a caller is; `region` names the rule that says so. Asked by the caller's country, null where it is not known. */
export type FindRegionRule = (
  country: string | null,
) => Promise<{ readonly region: string; readonly joining: boolean; readonly referral: boolean }>;
