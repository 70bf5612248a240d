import { readApi } from '../api.ts';
import { overrideTexts } from './language-store.ts';

/** Fetches the server's texts and lays them over the bundled ones; without them the page stays as it is. */
export async function fetchTextOverrides(): Promise<void> {
  try {
    const { lang } = await readApi('GET /api/app/lang', {});
    if (Object.keys(lang).length > 0) await overrideTexts(lang);
  } catch {
    // The bundled texts are complete: a failure here is nothing the reader has to know.
  }
}
