import type { pageTextActions } from '@city-mint/api-contract/operator/page-text-endpoints';
import type { Language } from '@city-mint/domain/languages';
import { setText } from '#texts/commands/set-text.ts';
import { findTexts } from '#texts/queries/find-text.ts';
import { faultOf } from '#texts/queries/page-texts.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

type Entry = { readonly lang: Language; readonly text: string | null };

/** Changes of the page's texts require two operators, and must be texts that the page can show. */
export const pageTextDefinitions: ActionDefinitions<keyof typeof pageTextActions> = {
  async 'POST /api/ops/texts/set'({ tx, fields, refuse, operator, proposedBy }) {
    const { key, lang, text } = fields;
    const current = (await findTexts(tx, key)).get(lang) ?? null;
    const fault = text === null ? null : await faultOf({ key, lang, text });
    if (fault !== null) return refuse(fault.error, { field: fieldOf(fault.error, 'text'), limit: fault.limit });
    if (current === text) return refuse('nothing-changes', 'text');
    return change({
      subject: `text ${key} ${lang}`,
      before: { text: current },
      after: { text },
      loosens: true,
      async apply() {
        await setText(tx, { lang, key, text, proposedBy, changedBy: operator });
      },
    });
  },

  async 'POST /api/ops/texts/translate'({ tx, fields, refuse, operator, proposedBy }) {
    const { key, languages, texts } = fields;
    const current = await findTexts(tx, key);
    const entries = languages.map((lang, index) => ({ lang, text: texts[index] ?? '' }));
    for (const { lang, text } of entries) {
      const fault = await faultOf({ key, lang, text });
      if (fault === null) continue;
      return refuse(fault.error, { field: fieldOf(fault.error, 'texts'), limit: `${lang}: ${fault.limit}` });
    }
    const changed = entries.filter(({ lang, text }) => current.get(lang) !== text);
    if (changed.length === 0) return refuse('nothing-changes', 'texts');
    return change({
      subject: `text ${key}`,
      before: figuresOf(entries.map(({ lang }) => ({ lang, text: current.get(lang) ?? null }))),
      after: figuresOf(entries),
      loosens: true,
      async apply() {
        for (const entry of changed) await setText(tx, { key, ...entry, proposedBy, changedBy: operator });
      },
    });
  },
};

/** A fault of a text is reported for its field, or for `key` if the page has no such text. */
function fieldOf<Field extends string>(error: string, field: Field): Field | 'key' {
  return error === 'unknown-text' ? 'key' : field;
}

function figuresOf(entries: readonly Entry[]): Record<string, string | null> {
  return Object.fromEntries(entries.map(({ lang, text }) => [lang, text]));
}
