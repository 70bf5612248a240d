import type { Comment } from 'oxc-parser';
import type { Passage } from './source-file.ts';

/** A comment with its place in the file; `isDoc` when it is a doc comment. */
export type FoundComment = Passage & { start: number; end: number; isDoc: boolean };

/** Returns the comments of a file, in order, without their delimiters. Line comments below each other are one. */
export function readComments(
  text: string,
  comments: readonly Comment[],
  lineAt: (offset: number) => number,
): FoundComment[] {
  const found: (FoundComment & { type: Comment['type'] })[] = [];
  for (const { type, value, start, end } of comments) {
    const before = found.at(-1);
    const isNext = before?.type === 'Line' && type === 'Line' && /^\r?\n[ \t]*$/.test(text.slice(before.end, start));
    if (before !== undefined && isNext) {
      before.text += `\n${value}`;
      before.end = end;
    } else {
      const isDoc = type === 'Block' && value.startsWith('*');
      found.push({ type, line: lineAt(start), text: withoutMarks(value), start, end, isDoc });
    }
  }
  return found;
}

/** Returns the words of a block comment, without the star at the beginning of each line. */
export function withoutMarks(value: string): string {
  return value.replace(/^\*/, '').replace(/^[ \t]*\* ?/gm, '');
}
