import { capabilityEdges } from './capability-edges.ts';
import { fileSize } from './file-size.ts';
import { forbiddenText } from './forbidden-text.ts';
import { packageDirections } from './package-directions.ts';
import { serverLayers } from './server-layers.ts';
import type { Rule } from './source-file.ts';
import { tableOwnership } from './table-ownership.ts';
import { testCode } from './test-code.ts';
import { webShape } from './web-shape.ts';

/** All rules that docs/architecture.md names under "Folders". */
export const RULES: Rule[] = [
  packageDirections,
  testCode,
  serverLayers,
  capabilityEdges,
  tableOwnership,
  webShape,
  fileSize,
  forbiddenText,
];
