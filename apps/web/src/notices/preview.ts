import { readApi } from '#platform/api.ts';
import { overrideTexts, useLanguageStore } from '#platform/i18n/language-store.ts';
import type { TextOverrides } from '#platform/i18n/merge-texts.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { refuseWrites } from './refuse-writes.ts';

/** A preview that is shown until `expiresAt`; null if it has expired. */
export type Preview = { readonly expiresAt: number | null };

/**
 * Shows the texts of a preview instead of the published ones, without a session: from now on this tab sends no call
 * that changes anything, including sign-ins. Returns the expiration time, or that it has expired.
 */
export async function startPreview(token: string): Promise<Preview> {
  refuseWrites();
  useSessionStore.setState({ session: null });
  try {
    const [{ lang }, preview] = await Promise.all([
      readApi('GET /api/app/lang', {}),
      readApi('POST /api/app/textPreview', { token }),
    ]);
    showTexts(withPreview(lang, preview.lang));
    return { expiresAt: preview.expiresAt };
  } catch {
    return { expiresAt: null };
  }
}

type ByLanguage = Readonly<Record<string, TextOverrides>>;

/** Returns the published overrides, replaced by those of a preview where it has them. */
export function withPreview(published: ByLanguage, previewed: ByLanguage): Record<string, TextOverrides> {
  const languages = [...new Set([...Object.keys(published), ...Object.keys(previewed)])];
  return Object.fromEntries(languages.map((lang) => [lang, { ...published[lang], ...previewed[lang] }]));
}

/** If the page applies the published texts after these, the preview is applied again. */
function showTexts(texts: Record<string, TextOverrides>): void {
  let applied: unknown;
  const apply = () => {
    applied = null;
    overrideTexts(texts);
    applied = useLanguageStore.getState().messages;
  };
  apply();
  let wasPublished = false;
  useLanguageStore.subscribe(({ messages, language }, before) => {
    // Only once: texts of another language or of more areas already include the overrides.
    if (wasPublished || applied === null || messages === before.messages || language !== before.language) return;
    wasPublished = true;
    apply();
  });
}
