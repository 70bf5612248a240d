import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Guilloche } from '@city-mint/ui/guilloche.tsx';

export const stories: Stories = {
  product: () => <Guilloche className="size-48 text-accent" />,
  seeded: () => <Guilloche seed="0x70997970C51812dc3A010C7d01b50e0d17dc79C8" className="size-48 text-accent" />,
};
