import { readProse } from './prose.ts';
import type { Passage, Repository, Rule } from './source-file.ts';

/** Prose that people read in the repository: comments, pages of documentation, titles of tests. */
export type ProseGroup = 'comments' | 'docs' | 'test titles';

/** How often a shape occurs in a group, per 1,000 words, and each occurrence. */
export type ShapeRate = {
  group: ProseGroup;
  shape: string;
  limit: number;
  rate: number;
  found: { path: string; words: string }[];
};

/** Shapes of sentences that a reader must translate, each with its permitted rate per 1,000 words. */
const SHAPES: readonly { shape: string; pattern: RegExp; limit: number }[] = [
  {
    shape: '“what is …” as a noun',
    pattern: /\b(?:what|whatever)\s+(?:is|are|was|were|it|they|a|an|the|has|had|can|needs)\b/gi,
    limit: 1,
  },
  {
    shape: '“who reads …” as a noun',
    pattern:
      /\b(?:who|whoever)\s+(?:asks|reads|looks|has|is|does|waits|comes|wants|calls|joins|was|only|signs|needs)\b/gi,
    limit: 0.2,
  },
  { shape: '“alone” for only', pattern: /(?<!(?:stand|leave|let|left)s? )(?<!stand-)\balone\b/gi, limit: 0.2 },
  { shape: '“of its own”', pattern: /\bof\s+(?:its|their|one's)\s+own\b/gi, limit: 0.2 },
  {
    shape: '“at once”, “meanwhile”, “goes on”, “comes to”, “is told”',
    pattern: /\bat\s+once\b|\bmeanwhile\b|\bgoes?\s+on\b|\bc(?:omes?|ame)\s+to\b|\b(?:is|are)\s+told\b/gi,
    limit: 0.2,
  },
];

/** Lists all occurrences. */
const LISTING = 'npm run -s measure -- --list "sentence shapes"';
/** A rate of fewer occurrences is not significant. */
const FEWEST = 3;
/** Files that quote the shapes. */
const SELF = /^tools\/architecture\/sentence-shapes|^CONTRIBUTING\.md$/;

/** Limits the rates of the shapes in comments, docs and test titles. They are rates because some uses are right. */
export const sentenceShapes: Rule = {
  name: 'sentence shapes',
  find: (repository) =>
    shapeRates(repository)
      .filter(({ rate, limit, found }) => rate > limit && found.length >= FEWEST)
      .map(({ group, shape, rate, limit, found }) => ({
        path: found[0]?.path ?? '',
        problem: `${group}: ${shape} ${rate.toFixed(2)} times per 1,000 words, limit ${limit} (${LISTING})`,
      })),
};

/** Returns the rate of each shape in each group, in the order of `SHAPES`. */
export function shapeRates(repository: Repository): ShapeRate[] {
  const groups = proseGroups(repository);
  return [...groups].flatMap(([group, passages]) => {
    const words = passages.reduce((sum, { text }) => sum + countWords(text), 0);
    return SHAPES.map(({ shape, pattern, limit }) => {
      const found = passages.flatMap((passage) => findShape(passage, pattern));
      return { group, shape, limit, rate: words === 0 ? 0 : (1000 * found.length) / words, found };
    });
  });
}

function proseGroups(repository: Repository): Map<ProseGroup, (Passage & { path: string })[]> {
  const prose = readProse(repository).filter(({ path }) => !SELF.test(path));
  const titles = repository.sources
    .filter(({ isTest, path }) => isTest && !SELF.test(path))
    .flatMap(({ path, shown }) => shown.map((passage) => ({ path, ...passage })));
  return new Map([
    ['comments', prose.filter(({ kind }) => kind === 'comment')],
    ['docs', prose.filter(({ kind }) => kind === 'doc')],
    ['test titles', titles],
  ]);
}

function findShape({ path, line, text }: Passage & { path: string }, pattern: RegExp): ShapeRate['found'] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
    path: `${path}:${line + text.slice(0, index).split('\n').length - 1}`,
    words: words.replace(/\s+/g, ' '),
  }));
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}
