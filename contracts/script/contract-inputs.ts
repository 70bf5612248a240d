import { readdirSync, readFileSync } from 'node:fs';
import { hashInputs } from '../../tools/checks/recorded-pass.ts';

/** Packages of the compiler, the tests and the linter, and those that they compile. */
const PACKAGES = /^node_modules\/(?:@foundry-rs\/[^/]+|@openzeppelin\/contracts|@uniswap\/[^/]+|solc|solhint|viem)$/;

/** Returns the hash of everything that a step of `check.ts` reads in the repository at `root`. */
export function hashContracts(root: string): string {
  const settings = Object.entries(process.env).filter(([name]) => /^(?:FOUNDRY|DAPP|SOLC)_/.test(name));
  return hashInputs({
    root,
    paths: ['contracts', 'packages/chain-contract/src/generated', 'tools/checks'],
    without: ['out', 'cache', 'broadcast'],
    packages: PACKAGES,
    texts: [process.version, process.platform, process.arch, ...settings.sort().map((setting) => setting.join('='))],
  });
}

/** Returns the hash of everything that decides which mutations are found: sources, tests, mutations, compiler. */
export function hashMutations(root: string): string {
  const scripts = readdirSync(`${root}contracts/script`).filter((name) => /mutat|solc/.test(name));
  const files = ['foundry.toml', ...scripts.sort().map((name) => `script/${name}`)];
  return hashInputs({
    root,
    paths: ['contracts/src', 'contracts/test'],
    without: [],
    packages: PACKAGES,
    texts: files.map((file) => readFileSync(`${root}contracts/${file}`, 'utf8')),
  });
}
