/** Returns a field of a parsed JSON value; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** Returns a field that is a text; throws a TypeError for another one. */
export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  if (typeof field !== 'string') throw new TypeError(`${name} is no text`);
  return field;
}
