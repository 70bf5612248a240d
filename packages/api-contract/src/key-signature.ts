const COMPACT = /^(0x[0-9a-f]{64})([0-9a-f]{2})([0-9a-f]{62})$/i;

/**
 * Returns the 65 bytes of a key's signature that a wallet sent in 64 (EIP-2098: the parity of y is the first bit of s);
 * any other text is returned unchanged.
 */
export function expandSignature<Text extends string>(signature: Text): Text | `0x${string}` {
  const [, r, first, rest] = COMPACT.exec(signature) ?? [];
  if (r === undefined || first === undefined || rest === undefined) return signature;
  const byte = Number.parseInt(first, 16);
  const s = `${(byte & 0x7f).toString(16).padStart(2, '0')}${rest}`;
  return `0x${r.slice(2)}${s}${byte < 0x80 ? '1b' : '1c'}`;
}
