// The stand-alone verifier of published files, which is built into one file. docs/proofs.md
import { createReadStream } from 'node:fs';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  bytes: (path) => createReadStream(path),
  write: (line) => void process.stdout.write(`${line}\n`),
});
