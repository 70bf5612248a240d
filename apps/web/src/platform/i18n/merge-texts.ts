/** Texts by dotted key, as the server sends them. */
export type TextOverrides = Readonly<Record<string, string>>;

/**
 * The bundled texts with the server's put over them. Only texts that exist are replaced: an unknown key, a key that names a group, or a value
 * that is no text changes nothing, so no server text can break a screen.
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
