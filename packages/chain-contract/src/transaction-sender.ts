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
};

/** One transaction after the other, each waited for. */
export type TransactionSender = {
  readonly address: Address;
  readonly create: (initCode: Hex) => Promise<Address>;
  readonly call: (to: Address, data: Hex, value?: bigint) => Promise<TransactionReceipt>;
};

/**
 * Sends from the wallet's account, with legacy transactions where blocks have no base fee: such a chain refuses others.
 * Throws when a transaction is refused or reverted.
 */
export async function createTransactionSender(clients: SenderClients): Promise<TransactionSender> {
  const { walletClient, publicClient } = clients;
  const block = await publicClient.getBlock();
  const legacy = typeof block.baseFeePerGas !== 'bigint';

  async function send(request: { to?: Address; data: Hex; value?: bigint }): Promise<TransactionReceipt> {
    const hash = legacy
      ? await walletClient.sendTransaction({ ...request, type: 'legacy' })
      : await walletClient.sendTransaction(request);
    const receipt = await publicClient.waitForTransactionReceipt({ hash });
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
