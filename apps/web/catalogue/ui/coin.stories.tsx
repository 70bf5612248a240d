import type { Stories } from '@city-mint/ui/catalogue/stories.ts';
import { Coin, type CoinKind } from '#ui/coin.tsx';

const KINDS: readonly CoinKind[] = ['gold', 'broken', 'refunded', 'plain', 'blank'];

export const stories: Stories = {
  kinds: () => (
    <div className="flex flex-wrap gap-3 bg-hero p-4">
      {KINDS.map((kind) => (
        <Coin key={kind} kind={kind} className="size-24" />
      ))}
    </div>
  ),
  struck: () => (
    <div className="bg-hero p-4">
      <Coin kind="gold" isStruck className="size-32">
        <span className="text-xl figures">12.5</span>
      </Coin>
    </div>
  ),
};
