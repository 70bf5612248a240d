import type { ActionWords } from '#actions/action-words.ts';

type Reader = {
  readonly t: (key: 'proposed' | 'rejected' | 'refused', values: { readonly action: string }) => string;
  readonly words: ActionWords;
};

/** Returns the title of an entry: an action, its proposal, the rejection of one, or one of them that was refused. */
export function entryTitle(action: string, { t, words }: Reader): string {
  const [, refused] = /^refuse (.+)$/.exec(action) ?? [];
  if (refused !== undefined) return t('refused', { action: entryTitle(refused, { t, words }) });
  const [, kind, name = action] = /^(propose|reject) (.+)$/.exec(action) ?? [];
  const title = words.titleOf(name);
  if (kind === 'propose') return t('proposed', { action: title });
  return kind === 'reject' ? t('rejected', { action: title }) : title;
}
