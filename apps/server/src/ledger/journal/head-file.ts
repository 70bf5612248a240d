import { appendFile, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { JournalHead } from './entry.ts';

const headLine = z.object({
  number: z.string().regex(/^\d+$/),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.string(),
});

/** Appends a head of the journal to a file outside the database, as one JSON object per line. */
export async function appendHead(path: string, { number, hash }: JournalHead): Promise<void> {
  await appendFile(path, `${JSON.stringify({ number: number.toString(), hash, at: new Date().toISOString() })}\n`);
}

/**
 * Returns all heads of the file, in the order written; an empty array when there is no such file. Throws for any other
 * line.
 */
export async function readHeads(path: string): Promise<JournalHead[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { number, hash } = headLine.parse(JSON.parse(line));
      return { number: BigInt(number), hash };
    });
}
