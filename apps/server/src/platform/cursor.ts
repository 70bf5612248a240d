/** A list's cursor as callers see it: opaque, of URL-safe characters. */
export function encodeCursor(parts: readonly (string | number | bigint)[]): string {
  return Buffer.from(parts.join('.')).toString('base64url');
}

/** The parts of a cursor, whole numbers all, or undefined for one that this list did not give. */
export function decodeCursor(cursor: string, count: number): bigint[] | undefined {
  const parts = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  if (parts.length !== count || !parts.every((part) => /^\d{1,18}$/.test(part))) return undefined;
  return parts.map(BigInt);
}
