import * as fc from 'fast-check';

/** Tries the check on values of the arbitrary; a failure prints the seed and the smallest value that fails. */
export function holds<Value>(values: fc.Arbitrary<Value>, check: (value: Value) => void, numRuns = 200): void {
  const property = fc.property(values, (value) => {
    check(value);
  });
  // biome-ignore lint/nursery/noFloatingPromises: a property that is not async is asserted before this returns
  fc.assert(property, { numRuns });
}
