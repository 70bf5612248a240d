/** An order's result as the settlement file has it: its rank, and amounts as strings of base units. rules.md section 6. */
export type SettlementLeaf = { readonly rank: number; readonly [name: string]: string | number | readonly string[] };

/**
 * The text of an order's leaf in the tree of its round: the round's id and the order's result of the settlement file as RFC 8785 canonical
 * JSON. So anybody can make all leaves from the file.
 */
export function settlementLeaf(roundId: string, result: SettlementLeaf): string {
  const members = Object.entries({ ...result, roundId })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${members.join(',')}}`;
}
