import type { TextFile } from './source-file.ts';

const GENERATED = /^<!-- generated: .*\n[\s\S]*?^<!-- end: .*\n/gm;

/** Returns the lines of files together, without the parts of pages that are generated. */
export function writtenLines(files: readonly TextFile[]): number {
  return files.reduce((sum, { text }) => sum + countLines(text.replace(GENERATED, '')), 0);
}

/** Returns the number of lines of a text; empty ones at its end do not count. */
export function countLines(text: string): number {
  return text.trimEnd().split('\n').length;
}
