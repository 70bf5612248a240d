/** What is allowed in a region; `default` is every region without a rule of its own. */
export type RegionRule = { readonly region: string; readonly joining: boolean; readonly referral: boolean };

export const DEFAULT_REGION = 'default';
