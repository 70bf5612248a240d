import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { SCRIPT_TARGET, STYLE_TARGET } from '@city-mint/client/browser-floor.ts';
import { fieldScopes } from '@city-mint/client/field-scopes.ts';
import { olderStyles } from '@city-mint/client/older-styles.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@city-mint/domain/languages';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { thirdPartyNotices } from '../../packages/client/build/third-party-notices.ts';
import { chunkNames } from './build/chunk-names.ts';
import { firstPicture } from './build/first-picture.ts';
import { oldBrowser } from './build/old-browser.ts';
import { precompress } from './build/precompress.ts';
import { proofSettings } from './build/proof-settings.ts';
import { routeDocuments } from './build/route-documents.ts';
import { serviceWorker } from './build/service-worker.ts';
import { textGroups } from './build/text-groups.ts';
import { walletConnectProof } from './build/wallet-connect-proof.ts';
import { withoutFacades } from './build/without-facades.ts';
import { parseBuildSettings } from './src/platform/parse-build-settings.ts';

const root = import.meta.dirname;
const TEXTS = resolve(root, '../../packages/texts/src');
/** The map's outlines come from world-atlas; the API serves Scalar's reference page at the same origin. */
const notices = thirdPartyNotices(['@scalar/client-side-rendering', 'world-atlas']);

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    react(),
    tailwind(),
    oldBrowser(),
    firstPicture(`${root}/src/first-picture.tsx`),
    serviceWorker(`${root}/service-worker/service-worker.ts`),
    textGroups({
      texts: TEXTS,
      languages: LANGUAGES,
      defaultLanguage: DEFAULT_LANGUAGE,
      defaultFiles: `${root}/src/texts/default-files.ts`,
      translatedFiles: `${root}/src/texts/translated-files.ts`,
    }),
    routeDocuments({
      router: `${root}/src/router.ts`,
      source: `${root}/src`,
      texts: TEXTS,
      languages: LANGUAGES,
      defaultLanguage: DEFAULT_LANGUAGE,
    }),
    olderStyles(),
    fieldScopes(),
    walletConnectProof(process.env),
    withoutFacades(),
    notices.page,
    precompress({ publicFiles: readdirSync(`${root}/public`) }),
  ],
  worker: { plugins: () => [notices.worker] },
  // The library's own formatter expects precompiled texts or includes a large parser.
  resolve: {
    alias: [{ find: /^use-intl\/format-message$/, replacement: `${root}/src/platform/i18n/format-message.ts` }],
  },
  build: {
    target: SCRIPT_TARGET,
    cssTarget: STYLE_TARGET,
    outDir: 'dist',
    emptyOutDir: true,
    // No inline script anywhere: the page runs under `script-src 'self'`.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(`${root}/src/router.ts`) } } },
  },
  server: {
    // Only for developing the page: the API of a running `npm start`.
    proxy: { '/api': process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080' },
  },
  define: {
    'import.meta.env.HAS_DEMO_WALLET': JSON.stringify(hasDemoWallet(mode)),
    'import.meta.env.BUILD_SETTINGS': JSON.stringify(parseBuildSettings(process.env)),
    'import.meta.env.PROOF_SETTINGS': JSON.stringify(proofSettings(process.env)),
  },
}));

/** WalletConnect brings libraries of its own, which only its code uses. */
const isOfWalletConnect = (module: string) => /[\\/]@walletconnect[\\/]/.test(module);

/** The parts of the chain library that screens use to check an address; otherwise they would be four chunks. */
const HASHES =
  /[\\/]viem[\\/]_esm[\\/](?:utils[\\/]address[\\/]isAddress|utils[\\/]hash[\\/]keccak256|constants[\\/]address)\.js$/;
const isHash = (module: string) => HASHES.test(module) && !isOfWalletConnect(module);

/** What verifying and making operators' and users' typed signatures takes, otherwise four chunks. */
const TYPED_DATA = [
  /[\\/]viem[\\/]_esm[\\/]utils[\\/](?:regex|typedData|stringify|address[\\/]isAddressEqual)\.js$/,
  /[\\/]viem[\\/]_esm[\\/]utils[\\/](?:abi[\\/](?:formatAbiItem|encodeAbiParameters)|data[\\/](?:concat|slice))\.js$/,
  /[\\/]viem[\\/]_esm[\\/](?:utils[\\/]signature[\\/](?:recover\w+|hashTypedData)|errors[\\/](?:abi|typedData))\.js$/,
  /[\\/]viem[\\/]_esm[\\/]accounts[\\/]utils[\\/]publicKeyToAddress\.js$|[\\/]key-signature\.ts$/,
];
const isTypedData = (module: string) => TYPED_DATA.some((part) => part.test(module)) && !isOfWalletConnect(module);

/** Long lists and their library, of which a third of the screens have none. */
const LISTS =
  /[\\/](?:virtual-core|react-virtual)[\\/]|[\\/]src[\\/]ui[\\/](?:infinite-list|virtual-list|use-virtual-rows)\.tsx?$/;

/** Several queries of one part: receipts of what a device sent to the chain. */
const MANY_QUERIES = /[\\/](?:queriesObserver|useQueries)\.js$/;

/** Modules of screens and sheets of several rooms, so that a sheet does not fetch the screen of another room. */
const PARTS = [
  /[\\/]src[\\/]notifications[\\/](?:device-notifications|push-device|use-notification-status)\.ts$/,
  /[\\/]src[\\/](?:session[\\/](?:disclosure-queries|views[\\/]wallet-waiting)|ui[\\/]share-text)\.tsx?$/,
];
const isPart = (module: string) => PARTS.some((part) => part.test(module));

/** The code that starts after the first screen, and its loader of workers, which a few parts use as well. */
const START_LATER = /[\\/](?:start-later|trusted-scripts)\.ts$/;

/** The address book, which screens of two rooms and the sign-out use; its sheet is fetched when it opens. */
const RECIPIENTS = /[\\/]src[\\/]recipients[\\/](?:views[\\/])?[\w-]+\.tsx?$/;

/**
 * Few files: one for the first load, which compresses better than its parts would, one for code that several screens
 * share, one for each screen.
 */
function chunkGroups(router: string): Rolldown.CodeSplittingGroup[] {
  const { sharedName, screenName } = chunkNames(router);
  return [
    { name: 'first-load', tags: ['$initial'], priority: 4 },
    { name: 'hashes', test: isHash, priority: 3 },
    { name: 'typed-data', test: isTypedData, priority: 3, includeDependenciesRecursively: false },
    { name: 'receipts', test: MANY_QUERIES, priority: 3, includeDependenciesRecursively: false },
    { name: 'parts', test: isPart, priority: 3, includeDependenciesRecursively: false },
    { name: 'start-later', test: START_LATER, priority: 3 },
    { name: 'recipients', test: RECIPIENTS, priority: 3, includeDependenciesRecursively: false },
    { name: 'lists', test: LISTS, priority: 3, includeDependenciesRecursively: false },
    // Their imports have separate names, or are libraries that are tree-shaken.
    { name: sharedName, debugName: 'shared', priority: 2, includeDependenciesRecursively: false },
    { name: screenName, debugName: 'screen', priority: 1, includeDependenciesRecursively: false },
  ];
}

/** Builds of the mode `devnet` include a wallet whose key is in the page: never one for the main chain. */
function hasDemoWallet(mode: string): boolean {
  if (mode === 'devnet' && process.env['VITE_CHAIN_ID'] !== '202599') {
    throw new Error('mode devnet is for the chain of this machine, 202599: it brings the demo wallet');
  }
  return mode === 'devnet';
}
