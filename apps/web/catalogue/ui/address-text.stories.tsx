import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { AddressText } from '#ui/address-text.tsx';

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

export const stories: Stories = {
  short: () => <AddressText address={ADDRESS} />,
  whole: () => <AddressText address={ADDRESS} whole />,
  hash: () => <AddressText address={`0x${'5f'.repeat(32)}`} />,
};
