/**
 * Returns whether the browser lacks some of `missingMethods`. These four are the newest of them (Chrome 120, Safari
 * 17.4, Firefox 124), and the one that needs TLS: a phone opens `npm start -- --host` without.
 */
export function lacksMethods(): boolean {
  return !('any' in AbortSignal && 'canParse' in URL && 'groupBy' in Map && 'randomUUID' in crypto);
}
