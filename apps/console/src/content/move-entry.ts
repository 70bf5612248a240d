/** Returns a list with one entry moved by one position; the same list if it is already at that end. */
export function moved<Entry>(entries: readonly Entry[], from: number, by: -1 | 1): Entry[] {
  const to = from + by;
  const entry = entries[from];
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries];
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}

/** Added and removed lines, each in order. */
export type LineChanges = { readonly removed: readonly string[]; readonly added: readonly string[] };

/** Returns the difference between two lists of lines. */
export function lineChanges(before: readonly string[], now: readonly string[]): LineChanges {
  return {
    removed: before.filter((line) => !now.includes(line)),
    added: now.filter((line) => !before.includes(line)),
  };
}
