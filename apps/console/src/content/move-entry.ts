/** Returns a list with the entry of a place moved by one; the same list where it is at that end already. */
export function moved<Entry>(entries: readonly Entry[], from: number, by: -1 | 1): Entry[] {
  const to = from + by;
  const entry = entries[from];
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries];
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** What is in a list of lines now and not before, and the other way round, in their order. */
export type LineChanges = { readonly removed: readonly string[]; readonly added: readonly string[] };

/** Returns what changed from some lines to others. */
export function lineChanges(before: readonly string[], now: readonly string[]): LineChanges {
  return {
    removed: before.filter((line) => !now.includes(line)),
    added: now.filter((line) => !before.includes(line)),
  };
}
