import type { Import, Rule, SourceFile } from './source-file.ts';

type Territory = {
  /** Which files the row is about. */
  files: RegExp;
  /** Our own files that they may import. */
  own: RegExp;
  /** Permitted imports from npm or Node. */
  foreign: RegExp;
  words: string;
};

const ANYTHING = /./;
const TEST_TOOLS = /^(vitest|fast-check|node:.*)$/;

/** The first row that fits a file holds. Files that no row fits are free. */
const TERRITORIES: Territory[] = [
  {
    files: /^packages\/domain\/src\/.*\.test\.ts$/,
    own: /^packages\/domain\/|^vectors\//,
    foreign: TEST_TOOLS,
    words: 'tests of domain import domain, vitest, fast-check and Node',
  },
  {
    files: /^packages\/domain\/src\//,
    own: /^packages\/domain\/src\//,
    foreign: /^$/,
    words: 'domain imports nothing outside itself',
  },
  {
    files: /^packages\/domain\//,
    own: /^packages\/domain\/|^vectors\//,
    foreign: TEST_TOOLS,
    words: "domain's command imports domain and Node",
  },
  {
    files: /^packages\/api-contract\/.*\.test\.ts$/,
    own: /^(packages\/(api-contract|domain)|tests\/field)\//,
    foreign: /^(zod|viem|vitest|fast-check|node:.*)(\/|$)/,
    words: 'tests of api-contract import api-contract, domain, tests/field, zod, viem, vitest and Node',
  },
  {
    files: /^packages\/api-contract\/src\//,
    own: /^packages\/(api-contract|domain)\/src\//,
    foreign: /^(zod|viem)(\/|$)/,
    words: 'api-contract imports domain, zod and viem',
  },
  {
    files: /^packages\/texts\/src\/.*\.test\.ts$/,
    own: /^packages\/(texts|api-contract|domain)\//,
    foreign: /^(icu-minify\/compile|vitest|fast-check|node:.*)$/,
    words: 'tests of texts import texts, api-contract, domain, the parser of messages, vitest and Node',
  },
  {
    files: /^packages\/texts\/src\//,
    own: /^packages\/(texts|api-contract|domain)\/src\//,
    foreign: /^$/,
    words: 'texts import api-contract and domain',
  },
  {
    files: /^packages\/chain-contract\/.*\.test\.ts$/,
    own: /^(packages\/chain-contract|devnet|contracts)\//,
    foreign: /^(viem|vitest|fast-check|node:.*)(\/|$)/,
    words: 'tests of chain-contract import chain-contract, devnet, viem, vitest and Node',
  },
  {
    files: /^packages\/chain-contract\/src\//,
    own: /^packages\/chain-contract\/src\//,
    foreign: /^viem(\/|$)/,
    words: 'chain-contract imports viem',
  },
  {
    files: /^packages\/client\/src\/testing\//,
    own: /^packages\/(client|api-contract|domain)\/src\//,
    foreign: /^(vitest|@testing-library\/.*)$/,
    words: 'test code of client imports client, api-contract, domain, vitest and Testing Library',
  },
  {
    files: /^packages\/client\/src\/.*\.test\.ts$/,
    own: /^(packages\/(client|api-contract|domain)\/src|tests\/field)\//,
    foreign: TEST_TOOLS,
    words: 'tests of client import client, api-contract, domain, tests/field and vitest',
  },
  {
    files: /^packages\/client\/src\//,
    own: /^packages\/(client|api-contract|domain)\/src\//,
    foreign: /^(zustand|viem|oxc-parser)$/,
    words: 'client imports domain, api-contract, zustand, viem, oxc-parser: page and console use it, it shows nothing',
  },
  {
    files: /^packages\/ui\/src\/.*\.test\.tsx?$/,
    own: /^packages\/ui\/src\//,
    foreign: TEST_TOOLS,
    words: 'tests of ui import ui and vitest',
  },
  {
    files: /^packages\/ui\/src\//,
    own: /^packages\/ui\/src\//,
    foreign: /^react$/,
    words: 'ui imports React: its parts know no text, no call and no screen',
  },
  {
    files: /^packages\/[^/]+\/tools\//,
    own: /^(packages|contracts)\//,
    foreign: ANYTHING,
    words: 'tools of a package import packages',
  },
  {
    files: /^apps\/[^/]+\/vite\.config\.ts$/,
    own: /^(apps\/[^/]+|packages\/[^/]+\/(src|build))\//,
    foreign: ANYTHING,
    words: 'the build of an app imports that app, packages and the plugins of their builds',
  },
  {
    files: /^apps\/[^/]+\/.*\.test\.tsx?$/,
    own: /^(apps|packages|devnet|tests|vectors)\//,
    foreign: ANYTHING,
    words: 'tests of an app import apps, packages, devnet and tests',
  },
  {
    files: /^apps\/web\/src\//,
    own: /^(apps|packages\/[^/]+\/src)\//,
    foreign: /^(?!@tanstack\/react-router|react-router)/,
    words: 'the page has a router of its own, platform/router',
  },
  { files: /^apps\//, own: /^(apps|packages\/[^/]+\/src)\//, foreign: ANYTHING, words: 'apps import packages' },
];

/** Which way packages and apps look at each other. */
export const packageDirections: Rule = {
  name: 'package directions',
  find: ({ sources }) =>
    sources.flatMap((file) =>
      file.imports.flatMap((found) => {
        const words = forbid(file, found);
        return words === null ? [] : [{ path: file.path, problem: `imports ${found.specifier}, but ${words}` }];
      }),
    ),
};

function forbid(file: SourceFile, found: Import): string | null {
  const app = appOf(file.path);
  const otherApp = found.path === null ? null : appOf(found.path);
  if (app !== null && otherApp !== null && app !== otherApp) return 'apps never import each other';
  const territory = TERRITORIES.find((row) => row.files.test(file.path));
  if (territory === undefined) return null;
  const isAllowed = found.path === null ? territory.foreign.test(found.specifier) : territory.own.test(found.path);
  return isAllowed ? null : territory.words;
}

function appOf(path: string): string | null {
  return /^apps\/([^/]+)\//.exec(path)?.[1] ?? null;
}
