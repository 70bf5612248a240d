type GroupedAddressProps = {
  readonly address: string;
  /** Another address that resembles it. */
  readonly against?: string | undefined;
};

/**
 * A whole address in groups of four, to be compared: the first and the last group are emphasized, or those that differ
 * from the other address.
 */
export function GroupedAddress({ address, against }: GroupedAddressProps) {
  const groups = groupsOf(address);
  const others = against === undefined ? null : groupsOf(against.toLowerCase());
  const isEmphasized = (group: string, index: number) =>
    others === null ? index === 0 || index === groups.length - 1 : group.toLowerCase() !== others[index];
  return (
    <span className="inline-flex flex-wrap gap-x-[0.5em] font-mono" translate="no">
      <span className="sr-only">{address}</span>
      {groups.map((group, index) => (
        <span
          key={address.slice(0, index * 4 + 6)}
          aria-hidden="true"
          className={isEmphasized(group, index) ? 'font-semibold text-accent-ink' : ''}
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
