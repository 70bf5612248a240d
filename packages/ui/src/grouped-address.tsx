/** A whole address in groups of four, to be compared: the first and the last group are emphasized. */
export function GroupedAddress({ address }: { readonly address: string }) {
  const groups = groupsOf(address);
  return (
    <span className="inline-flex flex-wrap gap-x-[0.5em] font-mono" translate="no">
      <span className="sr-only">{address}</span>
      {groups.map((group, index) => (
        <span
          key={address.slice(0, index * 4 + 6)}
          aria-hidden="true"
          className={index === 0 || index === groups.length - 1 ? 'font-semibold text-accent-ink' : ''}
        >
          {group}
        </span>
      ))}
    </span>
  );
}

/** Returns an address in groups of four digits; "0x" is part of the first. */
export function groupsOf(address: string): readonly string[] {
  const [first = '', rest = ''] = [address.slice(0, 6), address.slice(6)];
  return [first, ...(rest.match(/.{1,4}/g) ?? [])];
}
