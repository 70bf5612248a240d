const HEX = /^0x(?:[0-9a-f]{2})*$/i;

/** Returns the bytes of 0x hex; throws a TypeError for other text. */
export function bytesOf(hex: unknown): Uint8Array {
  if (typeof hex !== 'string' || !HEX.test(hex)) throw new TypeError(`no bytes in 0x hex: ${String(hex)}`);
  return Uint8Array.from({ length: hex.length / 2 - 1 }, (_, index) =>
    Number.parseInt(hex.slice(2 + 2 * index, 4 + 2 * index), 16),
  );
}
