import type { pageTextActions } from '@city-mint/api-contract/operator/text-endpoints';
import { setText } from '#texts/commands/set-text.ts';
import { findText } from '#texts/queries/find-text.ts';
import { type ActionDefinitions, change } from '../operator-action.ts';

export const pageTextDefinitions: ActionDefinitions<keyof typeof pageTextActions> = {
  async 'POST /api/ops/texts/set'({ tx, fields, refuse }) {
    const currentText = await findText(tx, fields);
    if (currentText === fields.text) return refuse('nothing-changes', 'text');
    return change({
      subject: `${fields.lang} ${fields.key}`,
      before: { text: currentText },
      after: { text: fields.text },
      async apply() {
        await setText(tx, fields);
      },
    });
  },
};
