import { run } from '@city-mint/verify/run';
import { isAddress, isHex } from 'viem';
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
