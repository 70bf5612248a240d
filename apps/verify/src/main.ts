// The stand-alone verifier of published files, which is built into one file. docs/proofs.md
import { createReadStream } from 'node:fs';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  open: readText,
  write: (line) => void process.stdout.write(`${line}\n`),
});

async function* readText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of createReadStream(path)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}
