import { shareBps } from '#ui/share-bps.ts';

export type AssetPart = {
  readonly label: string;
  /** An exact decimal string. */
  readonly value: string;
  /** The CSS class of its colour in the bar. */
  readonly colour: string;
};

/** The parts of an asset as one bar; the list below shows the amounts. */
export function AssetBar({ parts, total }: { readonly parts: readonly AssetPart[]; readonly total: string }) {
  return (
    <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
      {parts.map(({ label, value, colour }) => (
        <span
          key={label}
          className={`min-w-1 rounded-[0.02rem] transition-[flex-grow] duration-500 ${colour}`}
          style={{ flexGrow: shareBps(value, total) }}
        />
      ))}
    </div>
  );
}
