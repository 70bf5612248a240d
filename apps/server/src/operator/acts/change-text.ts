import { z } from 'zod';
import { setText } from '#texts/commands/set-text.ts';
import { findText } from '#texts/queries/find-text.ts';
import { type Act, defineAct } from '../act.ts';

const params = z.strictObject({ lang: z.string(), key: z.string(), text: z.string().nullable() });

/** Overrides a text of the page, or brings the bundled one back. */
export const changeText: Act = defineAct(params, async ({ tx, params: entry }) => {
  const now = await findText(tx, entry);
  if (now === entry.text) return { refusal: 'nothing-changes', details: { field: 'text' } };
  return {
    subject: `${entry.lang} ${entry.key}`,
    before: { text: now },
    after: { text: entry.text },
    loosens: false,
    async apply() {
      await setText(tx, entry);
      return undefined;
    },
  };
});
