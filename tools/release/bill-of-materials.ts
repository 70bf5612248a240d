import { createHash } from 'node:crypto';
import type { LockedPackage } from './production-packages.ts';

/** The source of an archive. */
export type Release = { readonly version: string; readonly commit: string; readonly time: Date };

/**
 * Returns the software bill of materials of a release (CycloneDX 1.6, JSON): every package with the hash and licence
 * that the lock names, and Node. It is the same text for the same release.
 */
export function billOfMaterials(
  { version, commit, time }: Release,
  { node, packages }: { readonly node: string; readonly packages: readonly LockedPackage[] },
): string {
  const components = [
    { type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}`, 'bom-ref': `node@${node}` },
    ...new Map(packages.map((each) => [`${each.name}@${each.version}`, componentOf(each)])).values(),
  ];
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(commit)}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: { type: 'application', name: 'city-mint', version: `${version}+${commit}`, 'bom-ref': 'city-mint' },
    },
    components,
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}

function componentOf({ name, version = '', license, integrity }: LockedPackage) {
  const reference = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    ...{ type: 'library', name, version, purl: reference, 'bom-ref': reference },
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
  };
}

/** The lock has hashes as in browsers, `sha512-` and base64; CycloneDX wants hex. */
function hashesOf(integrity: string): { readonly alg: string; readonly content: string }[] {
  return integrity.split(' ').flatMap((text) => {
    const [algorithm = '', value = ''] = text.split(/-(.*)/s);
    const alg = algorithm.replace('sha', 'SHA-');
    return [{ alg, content: Buffer.from(value, 'base64').toString('hex') }];
  });
}

function uuidOf(commit: string): string {
  const hex = createHash('sha256').update(commit).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
