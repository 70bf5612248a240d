import { rootTypedData } from '@city-mint/chain-contract/anchored-root';
import { bytesToHex, hexToBytes, isAddressEqual, type LocalAccount, recoverTypedDataAddress } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { type AnchorsDeployment, subjectOf } from '../anchors/anchors-contract.ts';
import { findUnsentAnchors, type StoredAnchor, storeCosignature } from '../anchors/store.ts';

/** A root that waits for the auditor's signature. */
export type RootToSign = {
  readonly kind: string;
  /** The round, or the entry of the journal. */
  readonly subject: bigint;
  readonly root: Buffer;
  /** The hash of the round's terms. */
  readonly termsHash: string | null;
};

export type CosignAnchorsDeps = {
  readonly db: Database;
  readonly deployment: Pick<AnchorsDeployment, 'chainId' | 'anchors'>;
  /** Holds the key whose signature the contract wants beside the scribe's transaction. */
  readonly auditor: LocalAccount;
  /** Returns why the auditor's own books do not support a root, or undefined. */
  readonly doubtOf: (root: RootToSign) => Promise<string | undefined>;
};

/** What happened to a root: signed, or not, with the reason. */
export type CosignedRoot = Pick<StoredAnchor, 'id' | 'kind' | 'subject'> & { readonly doubt: string | undefined };

/**
 * Signs the roots that the contract Anchors accepts only with the auditor's signature, each if the auditor's own books
 * support it; leaves out those for which `isDue` is false. Roots that another key signed are signed again: after a
 * change of the auditor, or a false signature. Returns those that it examined.
 */
export async function cosignAnchors(
  { db, deployment, auditor, doubtOf }: CosignAnchorsDeps,
  isDue: (id: bigint) => boolean = () => true,
): Promise<readonly CosignedRoot[]> {
  const examined: CosignedRoot[] = [];
  for (const anchor of await findUnsentAnchors(db)) {
    const { id, kind, subject: number, root, cosignature } = anchor;
    if (kind === 'liabilities' || !isDue(id)) continue;
    const subject = subjectOf(anchor);
    if (subject === undefined) {
      examined.push({ id, kind, subject: number, doubt: 'the round was never published' });
      continue;
    }
    const typed = rootTypedData(deployment, { subject, root: bytesToHex(root) });
    if (cosignature !== null && (await isSignedBy(auditor, { ...typed, signature: bytesToHex(cosignature) }))) continue;
    const doubt = await doubtOf({ kind, subject: number, root, termsHash: anchor.terms_hash });
    if (doubt === undefined) {
      const signature = await auditor.signTypedData(typed);
      await storeCosignature(db, { id, cosignature: Buffer.from(hexToBytes(signature)) });
    }
    examined.push({ id, kind, subject: number, doubt });
  }
  return examined;
}

type Signed = Parameters<typeof recoverTypedDataAddress>[0];

async function isSignedBy({ address }: LocalAccount, signed: Signed): Promise<boolean> {
  const recovered = await recoverTypedDataAddress(signed).catch(() => undefined);
  return recovered !== undefined && isAddressEqual(recovered, address);
}
