import { createTestClient, http } from 'viem';

/**
 * From now on the local chain makes a block every so many seconds, as a real one does, instead of one for each
 * transaction. That is for after the deployment, which would otherwise wait for a block at each of its steps.
 */
export async function tickBlocks({ rpcUrl, seconds }: { rpcUrl: string; seconds: number }): Promise<void> {
  const control = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
  await control.setAutomine(false);
  await control.setIntervalMining({ interval: seconds });
}
