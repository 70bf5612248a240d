import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { GroupedAddress } from '@city-mint/ui/grouped-address.tsx';

export const stories: Stories = {
  default: () => <GroupedAddress address="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" />,
  lookAlike: () => (
    <GroupedAddress
      address="0x7099000000000000000000000000000000000000"
      against="0x70997970C51812dc3A010C7d01b50e0d17dc0000"
    />
  ),
};
