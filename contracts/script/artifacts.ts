import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Hex, isHex } from 'viem';

/** One entry of an ABI, as the compiler wrote it. */
export type AbiItem = { readonly type: string; readonly name?: string };

export type ByteRange = { readonly start: number; readonly length: number };

/** A compiled contract. `runtime` has zeros in the immutables, which the constructor fills in. */
export type Artifact = {
  readonly abi: readonly AbiItem[];
  readonly creation: Hex;
  readonly runtime: Hex;
  readonly immutables: readonly ByteRange[];
  readonly evmVersion: string;
};

/** Reads the artifact that forge wrote for a contract of this repository. Throws when it is missing or malformed. */
export function readArtifact(contract: string): Artifact {
  const file = fileURLToPath(new URL(`../out/sources/${contract}.sol/${contract}.json`, import.meta.url));
  const { abi, bytecode, deployedBytecode, metadata } = objectOf(JSON.parse(readFileSync(file, 'utf8')), file);
  const { object: creation } = objectOf(bytecode, `${file}: bytecode`);
  const { object, immutableReferences } = objectOf(deployedBytecode, `${file}: deployedBytecode`);
  const { settings } = objectOf(metadata, `${file}: metadata`);
  const { evmVersion } = objectOf(settings, `${file}: settings`);
  return {
    abi: abiOf(abi, file),
    creation: hexOf(creation, file),
    runtime: hexOf(object, file),
    immutables: rangesOf(immutableReferences),
    evmVersion: String(evmVersion),
  };
}

/** Reads the ABI of a contract of Uniswap from its npm package. `path` is relative to node_modules. */
export function readPackageAbi(path: string): readonly AbiItem[] {
  const { abi } = objectOf(createRequire(import.meta.url)(path), path);
  return abiOf(abi, path);
}

function objectOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new Error(`${where}: expected an object`);
  return { ...value };
}

function abiOf(value: unknown, where: string): readonly AbiItem[] {
  if (!Array.isArray(value)) throw new Error(`${where}: abi is missing`);
  return value.map((item: unknown) => {
    const entry = objectOf(item, `${where}: abi`);
    const { type, name } = entry;
    if (typeof type !== 'string') throw new Error(`${where}: an abi entry has no type`);
    return typeof name === 'string' ? { ...entry, type, name } : { ...entry, type };
  });
}

function hexOf(value: unknown, where: string): Hex {
  if (!isHex(value) || value === '0x') throw new Error(`${where}: bytecode is missing or not linked`);
  return value;
}

function rangesOf(value: unknown): readonly ByteRange[] {
  if (value === undefined) return [];
  return Object.values(objectOf(value, 'immutableReferences'))
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((range: unknown) => {
      const { start, length } = objectOf(range, 'immutableReferences');
      if (typeof start !== 'number' || typeof length !== 'number') throw new Error('immutableReferences: not a range');
      return { start, length };
    })
    .sort((a, b) => a.start - b.start);
}
