import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Amount } from '#ui/amount.tsx';
import { BreakableAmount } from '#ui/breakable-amount.tsx';

export const stories: Stories = {
  default: () => <Amount value="1234.5" unit="JU" />,
  zero: () => <Amount value="0" unit="JU" />,
  tiny: () => <Amount value="0.000000000000000001" unit="FMC" />,
  signed: () => <Amount value="12.25" unit="JU" signed />,
  negative: () => <Amount value="-12.25" unit="JU" signed />,
  compact: () => <Amount value="123456789.5" unit="JU" compact />,
  exact: () => <Amount value="123456789.123456789012345678" unit="FMC" exact />,
  breakable: () => <BreakableAmount text="123,456,789.123456789012345678 JU" />,
};
