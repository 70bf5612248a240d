import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The header of each reply of the API that names the release of the page which the same process serves. */
export const RELEASE_HEADER = 'x-page-release';

/**
 * Returns the release of the page built into a folder: the URL of its first script, whose hash covers everything that
 * it loads, as the page itself reads it. Null where there is none.
 */
export function readPageRelease(webDist: string): string | null {
  const document = readFileSync(join(webDist, 'index.html'), 'utf8');
  return /<script type="module"[^>]*? src="([^"]+)"/.exec(document)?.[1] ?? null;
}
