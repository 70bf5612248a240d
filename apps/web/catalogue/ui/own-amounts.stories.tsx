import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Amount, AreAmountsHidden } from '#ui/amount.tsx';
import { OwnAmounts } from '#ui/own-amounts.tsx';

export const stories: Stories = {
  default: () => (
    <OwnAmounts>
      <Amount value="1234.5" unit="JU" />
    </OwnAmounts>
  ),
  hidden: () => (
    <AreAmountsHidden value={true}>
      <Amount value="1234.5" unit="JU" />
    </AreAmountsHidden>
  ),
};
