import { TEXT_CATALOGUE } from './prose.ts';
import type { Rule, TextFile } from './source-file.ts';
import { countLines, writtenLines } from './written-lines.ts';

const MAX_LINES = 300;
const MAX_LENGTH = 120;
/** Of all pages in docs/ together, without their generated parts: what more a reader does not find. */
const MAX_DOC_LINES = 4_000;
const DOC = /^docs\/.*\.md$/;
const MEASURED = /\.(tsx?|mjs|cjs|sql|sol|md|css|yaml|tree)$/;
/** What others wrote: generated code, vectors, and what foreign wallets and nodes send. */
const FOREIGN = /(^|\/)generated\/|^vectors\/|^tests\/field\/|-lock\.json$/;

/** An entry of a catalogue: nothing but a key, perhaps, and one string, which the next line may continue. */
const ONE_STRING = /^\s*(?:[\w'"./-]+:\s*)?(['"`])(?:(?!\1).|\\.)*\1(?:[,;)]*| \+)$/;
/** Classes of an element, which no line break may divide. */
const CLASSES = /className=(?:"[^"]*"|\{`[^`]*`\})/;

/** Files have at most 300 lines; tests and generated code may have more. */
export const fileSize: Rule = {
  name: 'file size',
  find: ({ sources }) =>
    sources
      .filter((file) => !/\.test\.tsx?$/.test(file.path) && !file.path.includes('/generated/'))
      .flatMap((file) => {
        const lines = countLines(file.text);
        return lines > MAX_LINES ? [{ path: file.path, problem: `has ${lines} lines, more than ${MAX_LINES}` }] : [];
      }),
};

/** The pages of docs/ have fewer than 4,000 lines together. */
export const docsSize: Rule = {
  name: 'docs size',
  find: ({ texts }) => {
    const lines = writtenLines(texts.filter(({ path }) => DOC.test(path)));
    if (lines < MAX_DOC_LINES) return [];
    return [{ path: 'docs', problem: `have ${lines} lines without generated ones, ${MAX_DOC_LINES} or more` }];
  },
};

/** Lines have at most 120 characters, except tables, code and lone links in Markdown. */
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
    // Marks above or below a letter (Thai, Hindi) take no column and are not counted.
    const length = [...content.replace(/\p{Mn}/gu, '')].length;
    if (length <= MAX_LENGTH) return [];
    if (isMarkdown && (isCode || /^\s*\|/.test(content) || isOneLink(content))) return [];
    if (hasTexts(path) && ONE_STRING.test(content)) return [];
    if (path.endsWith('.tsx') && content.replace(CLASSES, '').length <= MAX_LENGTH) return [];
    return [{ line: index + 1, length }];
  });
}

function isOneLink(content: string): boolean {
  return /^\s*(?:[-*] )?\S*$|^\s*(?:[-*] )?\[[^\]]*\]\([^)]*\)[.,;:]?$/.test(content);
}

/** Whether lines may be long: texts for people and summaries of the API are one string, as are classes in markup. */
function hasTexts(path: string): boolean {
  return TEXT_CATALOGUE.test(path) || path.startsWith('packages/api-contract/src/') || path.endsWith('.tsx');
}
