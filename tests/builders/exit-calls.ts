import { randomBytes } from 'node:crypto';
import { vaultAbi } from '@city-mint/chain-contract/generated/vault-abi';
import { devAccount } from '@city-mint/devnet/dev-accounts';
import { run } from '@city-mint/verify/run';
import { bytesToHex, isAddress, isHex } from 'viem';
import { signVoucher } from '../setup/pay-voucher.ts';
import type { TestChain } from '../setup/start-test-chain.ts';

/** Files by name: a text, or bytes. */
export type TestFiles = Readonly<Record<string, string | Uint8Array>>;

/** Runs the stand-alone verifier on these files; returns its exit code and lines. */
export async function runVerifier(args: readonly string[], files: TestFiles) {
  const lines: string[] = [];
  const bytes = async function* (name: string): AsyncGenerator<Uint8Array> {
    const file = files[name];
    if (file === undefined) throw new Error(`there is no file ${name}`);
    yield typeof file === 'string' ? new TextEncoder().encode(file) : file;
  };
  const code = await run(args, { bytes, write: (line) => void lines.push(line) });
  return { code, lines };
}

/** Sends the calls that the verifier printed, by an account of development. Throws if one fails. */
export async function sendPrinted(chain: TestChain, lines: readonly string[], account: number): Promise<void> {
  for (const line of lines) {
    const [, to = '', data = ''] = /^to [\w ]+: to (0x\w+) value 0 data (0x\w+)$/.exec(line) ?? [];
    if (!isAddress(to) || !isHex(data)) continue;
    const hash = await chain.wallet(account).sendTransaction({ to, data });
    const { status } = await chain.publicClient.waitForTransactionReceipt({ hash });
    if (status !== 'success') throw new Error(`failed: ${line.slice(0, 40)}`);
  }
}

/** Pays JU to the demand of a development account, with the vault's keys; `by` sends it. Returns the gas used. */
export async function payDemand(
  chain: TestChain,
  { index, amount, by }: { readonly index: number; readonly amount: bigint; readonly by: number },
): Promise<bigint> {
  const { timestamp } = await chain.publicClient.getBlock();
  const { address } = devAccount(index);
  const voucher = {
    ...{ id: bytesToHex(randomBytes(32)), account: address, to: address, token: chain.nativeToken, amount },
    ...{ validAfter: timestamp, deadline: timestamp + 600n },
  };
  const signatures = [
    await signVoucher(chain, { by: 'voucherSigner', voucher }),
    await signVoucher(chain, { by: 'auditor', voucher }),
  ] as const;
  const sent = { address: chain.addresses.vault, abi: vaultAbi, functionName: 'payDemand' } as const;
  const hash = await chain.wallet(by).writeContract({ ...sent, args: [voucher, ...signatures] });
  return (await chain.waitFor(hash)).gasUsed;
}
