const LARGEST_ID = 2n ** 63n - 1n;

/** An id that a caller sent as its column takes it: 19 digits may be too many, and such an id is nobody's. */
export function storedId(text: string): bigint {
  const id = BigInt(text);
  return id > LARGEST_ID ? 0n : id;
}
