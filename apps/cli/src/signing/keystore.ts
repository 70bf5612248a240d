import { createDecipheriv, pbkdf2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { scryptAsync } from '@noble/hashes/scrypt.js';
import { type Hex, hexToBytes, keccak256, toHex } from 'viem';
import { z } from 'zod';

const hex = z.string().regex(/^([0-9a-fA-F]{2})+$/);
const KEY_BYTES = 32;
/** The key of the cipher is the first half of the derived key, the code of authentication is made with the second. */
const HALF = 16;
const MOST_MEMORY = 1_073_741_824;
const MOST_ITERATIONS = 10_000_000;

const scryptParameters = z
  .object({
    n: z.int().min(2),
    r: z.int().min(1).max(64),
    p: z.int().min(1).max(64),
    dklen: z.literal(KEY_BYTES),
    salt: hex,
  })
  .refine(({ n, r, p }) => Number.isInteger(Math.log2(n)) && 128 * r * (n + p) <= MOST_MEMORY);
const pbkdf2Parameters = z.object({
  c: z.int().min(1).max(MOST_ITERATIONS),
  prf: z.literal('hmac-sha256'),
  dklen: z.literal(KEY_BYTES),
  salt: hex,
});
const cipher = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.object({ iv: hex.length(32) }),
  ciphertext: hex,
  mac: hex.length(64),
};

/** An encrypted key as wallets and nodes write it (Web3 Secret Storage, version 3). */
export const keystore = z.object({
  version: z.literal(3),
  crypto: z.discriminatedUnion('kdf', [
    z.object({ ...cipher, kdf: z.literal('scrypt'), kdfparams: scryptParameters }),
    z.object({ ...cipher, kdf: z.literal('pbkdf2'), kdfparams: pbkdf2Parameters }),
  ]),
});

export type Keystore = z.output<typeof keystore>;

/** Returns the private key of a keystore, or null where the password is not its own. */
export async function decryptKeystore({ crypto }: Keystore, password: string): Promise<Hex | null> {
  const derived = await deriveKey(crypto, password.normalize('NFKC'));
  const ciphertext = Buffer.from(crypto.ciphertext, 'hex');
  const mac = hexToBytes(keccak256(Buffer.concat([derived.subarray(HALF), ciphertext])));
  if (!timingSafeEqual(mac, Buffer.from(crypto.mac, 'hex'))) return null;
  const decipher = createDecipheriv(
    'aes-128-ctr',
    derived.subarray(0, HALF),
    Buffer.from(crypto.cipherparams.iv, 'hex'),
  );
  return toHex(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
}

async function deriveKey(crypto: Keystore['crypto'], password: string): Promise<Buffer> {
  const salt = Buffer.from(crypto.kdfparams.salt, 'hex');
  if (crypto.kdf === 'pbkdf2') return promisify(pbkdf2)(password, salt, crypto.kdfparams.c, KEY_BYTES, 'sha256');
  const { n: N, r, p } = crypto.kdfparams;
  // Node's own refuses costs that wallets do write (n above 2^16 with r = 1).
  return Buffer.from(await scryptAsync(password, salt, { N, r, p, dkLen: KEY_BYTES, maxmem: MOST_MEMORY }));
}
