import {
  type Account,
  type Address,
  type Chain,
  getAddress,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from 'viem';

export type SenderClients = {
  readonly walletClient: WalletClient<Transport, Chain, Account>;
  readonly publicClient: PublicClient;
  /** How long a receipt may take in milliseconds; 0 for no limit, three minutes unless given. */
  readonly receiptTimeoutMs?: number;
};

/** Sends one transaction at a time and waits for its receipt. */
export type TransactionSender = {
  readonly address: Address;
  readonly create: (initCode: Hex) => Promise<Address>;
  readonly call: (to: Address, data: Hex, value?: bigint) => Promise<TransactionReceipt>;
};

const RECEIPT_TIMEOUT_MS = 180_000;

/**
 * Returns a transaction's receipt once it is in a block. Replacements are not searched for: during the search viem
 * drops the number of the next block, and where blocks are made only for transactions no other number follows. Throws
 * after `timeoutMs`, which is three minutes by default; 0 waits without a limit.
 */
export async function waitForReceipt(
  node: PublicClient,
  hash: Hex,
  timeoutMs = RECEIPT_TIMEOUT_MS,
): Promise<TransactionReceipt> {
  return node.waitForTransactionReceipt({ hash, checkReplacement: false, timeout: timeoutMs });
}

/**
 * Returns a sender for the wallet's account. Sends legacy transactions where blocks have no base fee, since such a
 * chain rejects others. `create` returns the contract's address, `call` the receipt; both throw when a transaction is
 * rejected or reverted.
 */
export async function createTransactionSender(clients: SenderClients): Promise<TransactionSender> {
  const { walletClient, publicClient, receiptTimeoutMs } = clients;
  const block = await publicClient.getBlock();
  const legacy = typeof block.baseFeePerGas !== 'bigint';

  async function send(request: { to?: Address; data: Hex; value?: bigint }): Promise<TransactionReceipt> {
    const hash = legacy
      ? await walletClient.sendTransaction({ ...request, type: 'legacy' })
      : await walletClient.sendTransaction(request);
    const receipt = await waitForReceipt(publicClient, hash, receiptTimeoutMs);
    if (receipt.status !== 'success') throw new Error(`transaction ${hash} was reverted`);
    return receipt;
  }

  return {
    address: walletClient.account.address,
    async create(initCode) {
      const { contractAddress, transactionHash } = await send({ data: initCode });
      if (!contractAddress) throw new Error(`transaction ${transactionHash} created no contract`);
      return getAddress(contractAddress);
    },
    call: (to, data, value = 0n) => send({ to, data, value }),
  };
}
