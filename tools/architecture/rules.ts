import { capabilityEdges } from './capability-edges.ts';
import { deadReferences } from './dead-references.ts';
import { documentedExports } from './documented-exports.ts';
import { firstLoad } from './first-load.ts';
import { folderCircles } from './folder-circles.ts';
import { forbiddenText } from './forbidden-text.ts';
import { importCircles } from './import-circles.ts';
import { packageDirections } from './package-directions.ts';
import { partsHaveStories } from './parts-have-stories.ts';
import { plainWords } from './plain-words.ts';
import { sentenceShapes } from './sentence-shapes.ts';
import { serverLayers } from './server-layers.ts';
import { docsSize, fileSize, lineLength } from './size-limits.ts';
import type { Repository, Rule, Violation } from './source-file.ts';
import { sqlOnce } from './sql-once.ts';
import { tableOwnership } from './table-ownership.ts';
import { testCode } from './test-code.ts';
import { testLogins } from './test-logins.ts';
import { twins } from './twins.ts';
import { webShape } from './web-shape.ts';
import { writtenOnce } from './written-once.ts';

/** All rules that docs/architecture.md names under "Folders". */
export const RULES: Rule[] = [
  packageDirections,
  testCode,
  testLogins,
  serverLayers,
  capabilityEdges,
  tableOwnership,
  webShape,
  firstLoad,
  fileSize,
  docsSize,
  forbiddenText,
  deadReferences,
  plainWords,
  documentedExports,
  importCircles,
  folderCircles,
  writtenOnce,
  lineLength,
  sentenceShapes,
  sqlOnce,
  twins,
  partsHaveStories,
];

/** Returns what breaks a rule. A repository without sources breaks the first one, since it was not read. */
export function checkArchitecture(repository: Repository, rules: readonly Rule[] = RULES): Violation[] {
  if (repository.sources.length === 0)
    return [{ rule: 'no file unread', path: '.', problem: 'no source file was read' }];
  return rules.flatMap((rule) => rule.find(repository).map((found) => ({ rule: rule.name, ...found })));
}
