/** The format of an exit statement, its first field. */
export const EXIT_STATEMENT_FORMAT = 'city-mint-exit-1';

/** An account's leaves in a tree of liabilities, as `POST /api/app/proof/mine` states them. */
type StatedTree = {
  readonly currency: 'JU' | 'FMC';
  readonly root: string;
  readonly total: string;
  readonly blockNumber: string;
  readonly parts: readonly unknown[];
};

/** The contracts that pay an exit; all addresses 0x hex. */
export type ExitContracts = {
  readonly chainId: number;
  readonly vault: string;
  readonly exit: string;
  readonly anchors: string;
  /** Address of the token of FMC. */
  readonly fmc: string;
};

type ExitStatementParts = {
  /** For a reader: how to redeem with it. */
  readonly how: readonly string[];
  readonly account: string;
  /** The account's exit key, 32 bytes in 0x hex. */
  readonly key: string;
  readonly contracts: ExitContracts;
  /** The account's leaves in the newest trees; none before the first ones. */
  readonly trees: readonly StatedTree[];
};

/**
 * Returns the text of an exit statement: everything with which an account takes its money out of the contracts without
 * us. docs/proofs.md#the-exit-statement
 */
export function makeExitStatement({ how, account, key, contracts, trees }: ExitStatementParts): string {
  const proofs = trees.map(({ currency, root, total, blockNumber, parts }) => ({
    ...{ currency, root, total, blockNumber, parts },
  }));
  return `${JSON.stringify({ format: EXIT_STATEMENT_FORMAT, how, ...contracts, account, key, proofs }, null, 1)}\n`;
}
