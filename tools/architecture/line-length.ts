import type { Rule, TextFile } from './source-file.ts';

const MAX_LENGTH = 120;
const MEASURED = /\.(tsx?|mjs|cjs|sql|sol|md|css|yaml|tree)$/;
const FOREIGN = /(^|\/)generated\/|^vectors\/|-lock\.json$/;

/** Texts for people, whose sentences may be one string: the catalogues of page and server, the summaries of the API. */
const CATALOGUES = /^apps\/[^/]+\/src\/(.*\/)?[\w-]*texts?(\/|\.ts$)|^packages\/api-contract\/src\//;

/** An entry of a catalogue: nothing but a key, perhaps, and one string. */
const ONE_STRING = /^\s*(?:[\w'"./-]+:\s*)?(['"`])(?:(?!\1).|\\.)*\1[,;)]*$/;

/** Lines have at most 120 characters; in Markdown not those of tables and code, nor a link alone on its line. */
export const lineLength: Rule = {
  name: 'line length',
  find: ({ texts }) =>
    texts.flatMap((file) =>
      overlongLines(file).map(({ line, length }) => ({
        path: `${file.path}:${line}`,
        problem: `has ${length} characters, more than ${MAX_LENGTH}`,
      })),
    ),
};

/** Returns the lines over 120 characters that the rule counts, of a file that it measures; none of another one. */
export function overlongLines({ path, text }: TextFile): { line: number; length: number }[] {
  if (!MEASURED.test(path) || FOREIGN.test(path)) return [];
  const isMarkdown = path.endsWith('.md');
  let isCode = false;
  return text.split('\n').flatMap((content, index) => {
    if (isMarkdown && /^\s*```/.test(content)) isCode = !isCode;
    const length = [...content].length;
    if (length <= MAX_LENGTH) return [];
    if (isMarkdown && (isCode || /^\s*\|/.test(content) || isOneLink(content))) return [];
    if (CATALOGUES.test(path) && ONE_STRING.test(content)) return [];
    return [{ line: index + 1, length }];
  });
}

function isOneLink(content: string): boolean {
  return /^\s*(?:[-*] )?\S*$|^\s*(?:[-*] )?\[[^\]]*\]\([^)]*\)[.,;:]?$/.test(content);
}
