import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { AnchoredHead } from '../queries/verify-journal.ts';

const line = z.object({ number: z.string().regex(/^\d+$/), hash: z.string().regex(/^[0-9a-f]{64}$/), at: z.string() });

/** Writes a head of the journal at the end of a file that lies outside the database, as one JSON object a line. */
export async function appendHead(path: string, { number, hash }: AnchoredHead): Promise<void> {
  await appendFile(path, `${JSON.stringify({ number: number.toString(), hash, at: new Date().toISOString() })}\n`);
}

/** All heads that were written to the file; none when there is no such file. Throws for a line that is no head. */
export async function readHeads(path: string): Promise<AnchoredHead[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const { number, hash } = line.parse(JSON.parse(entry));
      return { number: BigInt(number), hash };
    });
}
