/** Texts by dotted key, as the server sends them. */
export type TextOverrides = Readonly<Record<string, string>>;

/**
 * Returns the bundled texts with the server's overrides. `prefix` is the key of these texts with a dot, if they are a
 * part of all. Only existing texts are replaced: an unknown key, the key of a group or a value that is not a text is
 * ignored, so a server text cannot break a screen.
 */
export function mergeTexts<Texts extends object>(texts: Texts, overrides: TextOverrides, prefix = ''): Texts {
  const entries = Object.entries(texts).map(([key, value]: [string, unknown]) => {
    const path = prefix + key;
    if (typeof value === 'object' && value !== null) return [key, mergeTexts(value, overrides, `${path}.`)];
    const override: unknown = Object.hasOwn(overrides, path) ? overrides[path] : undefined;
    return [key, typeof override === 'string' && override !== '' ? override : value];
  });
  return Object.fromEntries(entries);
}
