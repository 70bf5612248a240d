import type { ExportedFunction, Rule, SourceFile } from './source-file.ts';

const MEASURED = /^(packages|apps)\/[^/]+\/src\//;

/** "Returns …", "true when …", or a phrase that describes the value: "The …", "Whether …", "`a + b`, rounded down". */
const NAMES_A_VALUE = /\b(?:returns?|yields?|true|false|null|undefined)\b/i;
const IS_A_VALUE = /^\s*(?:(?:The|An?|Whether|How|What|Which|Why|All|Each|Every|One)\b|`|\d)/;

/** A function that other files call documents its purpose and result. Components are described by their names. */
export const documentedExports: Rule = {
  name: 'documented exports',
  find: ({ sources }) =>
    sources
      .filter(({ path, isTest }) => MEASURED.test(path) && !isTest && !path.includes('/generated/'))
      .flatMap((file) =>
        file.functions.flatMap((found) => {
          const problem = findProblem(file, found);
          return problem === null ? [] : [{ path: `${file.path}:${found.line}`, problem }];
        }),
      ),
};

function findProblem({ path }: SourceFile, { name, doc, returnsValue }: ExportedFunction): string | null {
  if (path.endsWith('.tsx') && /^[A-Z]/.test(name)) return null;
  if (doc === null || doc.trim() === '') return `${name} has no doc comment`;
  if (!returnsValue || NAMES_A_VALUE.test(doc) || IS_A_VALUE.test(doc)) return null;
  return `the doc comment of ${name} does not say what it returns`;
}
