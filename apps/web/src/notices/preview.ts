import { readApi } from '#platform/api.ts';
import { overrideTexts, useLanguageStore } from '#platform/i18n/language-store.ts';
import type { TextOverrides } from '#platform/i18n/merge-texts.ts';
import { useSessionStore } from '#platform/session-store.ts';
import { refuseWrites } from './refuse-writes.ts';

/** A preview that is shown until `expiresAt`; null = it has expired. */
export type Preview = { readonly expiresAt: number | null };

/**
 * Shows the texts of a preview in place of the published ones, to a visitor: from now on no call that changes anything
 * leaves this tab, a sign-in neither, and the session is not used. Returns until when, or that it has expired.
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

/** Returns the published overrides with those of a preview in their place. */
export function withPreview(published: ByLanguage, previewed: ByLanguage): Record<string, TextOverrides> {
  const languages = [...new Set([...Object.keys(published), ...Object.keys(previewed)])];
  return Object.fromEntries(languages.map((lang) => [lang, { ...published[lang], ...previewed[lang] }]));
}

/** The page applies the published texts once it has read them, maybe after these: then these are applied again. */
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
    // Once: another language, or more areas, come with these texts by themselves.
    if (wasPublished || applied === null || messages === before.messages || language !== before.language) return;
    wasPublished = true;
    apply();
  });
}
