// The stand-alone verifier of published files, which is built into one file. docs/proofs.md
import { readFileSync } from 'node:fs';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  read: (path) => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)),
  write: (line) => void process.stdout.write(`${line}\n`),
});
