// Recomputes a settlement from its file: node packages/domain/bin/settle.ts FILE, where `-` is the standard input. FILE
// is the published JSON lines, the reply of the call, or only the input.
// The result is JSON on standard output. A file that cannot be settled prints one line on standard error, and exit 2.
import { readFileSync } from 'node:fs';
import { formatSettlementResult } from '../src/rounds/format-settlement-result.ts';
import { parseSettlementFile } from '../src/rounds/parse-settlement-file.ts';
import { settleRound } from '../src/rounds/settle-round.ts';
import { readSettlementDocument } from '../src/rounds/settlement-document.ts';

const STANDARD_INPUT = 0;

type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: string };

const settled = settle(process.argv.slice(2));
if (settled.ok) {
  process.stdout.write(`${settled.value}\n`);
} else {
  // One line, whatever characters the file or its name brought into the message.
  process.stderr.write(`${settled.error.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}\n`);
  process.exitCode = 2;
}

function settle([path, ...others]: string[]): Outcome<string> {
  if (path === undefined || others.length > 0) return refused('usage: settle FILE (- = standard input)');
  const name = path === '-' ? 'standard input' : path;

  const text = readText(path);
  if (!text.ok) return refused(`${name}: ${text.error}`);
  const document = readSettlementDocument(text.value);
  if (!document.ok) return refused(`${name}: ${document.error}`);
  const file = parseSettlementFile(document.document);
  if (!file.ok) return refused(`${name}: ${file.error}`);

  return { ok: true, value: JSON.stringify(formatSettlementResult(settleRound(file.input))) };
}

function readText(path: string): Outcome<string> {
  try {
    const bytes = readFileSync(path === '-' ? STANDARD_INPUT : path);
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    return { ok: false, error: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refused(error: string): { ok: false; error: string } {
  return { ok: false, error };
}
