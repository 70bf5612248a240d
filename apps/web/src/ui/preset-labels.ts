import type { PresetDays } from '#platform/time-range.ts';

/** The label of each preset, in the texts of `time.range`. */
export const PRESET_LABELS = { 1: 'today', 7: 'lastWeek', 30: 'lastMonth' } as const satisfies Record<
  PresetDays,
  string
>;
