/**
 * Ends a switch over all cases of a union: a case that was forgotten does not compile, and one that slipped in from
 * outside throws.
 */
export function assertNever(value: never): never {
  throw new Error(`no such case: ${JSON.stringify(value)}`);
}

/** For the rest of a destructuring: a field that was not destructured is a compile error. Does nothing at run time. */
export function assertNoneLeft(_rest: Readonly<Record<string, never>>): void {}
