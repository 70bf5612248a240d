/**
 * Returns the path of the file of a tree of liabilities below the API's origin, by its root (0x hex): its leaves, 64
 * bytes each. docs/proofs.md#published-trees
 */
export function treePath(root: string): string {
  return `/api/app/proof/trees/${root.toLowerCase().replace('0x', '')}`;
}
