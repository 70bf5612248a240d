import { bytesToHex, hexToBytes, isAddressEqual, type LocalAccount, recoverTypedDataAddress } from 'viem';
import type { Database } from '#platform/database/database.ts';
import { type AnchorsDeployment, figuresOf, typedDataOf } from '../anchors/anchors-contract.ts';
import { findUnsentAnchors, type StoredAnchor, storeCosignature } from '../anchors/store.ts';

/** A root that waits for the auditor's signature. */
export type RootToSign = {
  readonly kind: string;
  /** The round, the entry of the journal, or the tree of liabilities. */
  readonly subject: bigint;
  readonly root: Buffer;
  /** The hash of the round's terms. */
  readonly termsHash: string | null;
  readonly liabilities: LiabilitiesToSign | undefined;
};

/** Of liabilities: currency, sum and counters in base units, and block. */
type LiabilitiesToSign = {
  readonly currency: number;
  readonly total: bigint;
  readonly deposited: bigint;
  readonly withdrawn: bigint;
  readonly asOfBlock: bigint;
};

export type CosignAnchorsDeps = {
  readonly db: Database;
  readonly deployment: Pick<AnchorsDeployment, 'chainId' | 'anchors' | 'tokens'>;
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
    const { id, kind, subject, cosignature } = anchor;
    if (!isDue(id)) continue;
    const typed = typedDataOf(anchor, deployment);
    if (typed === undefined) {
      examined.push({ id, kind, subject, doubt: 'the round was never published' });
      continue;
    }
    if (cosignature !== null && (await isSignedBy(auditor, { ...typed, signature: bytesToHex(cosignature) }))) continue;
    const doubt = await doubtOf(toSign(anchor));
    if (doubt === undefined) {
      const signature = await auditor.signTypedData(typed);
      await storeCosignature(db, { id, cosignature: Buffer.from(hexToBytes(signature)) });
    }
    examined.push({ id, kind, subject, doubt });
  }
  return examined;
}

function toSign({ kind, subject, root, ...row }: StoredAnchor): RootToSign {
  const { currency, terms_hash: termsHash } = row;
  const figures = figuresOf(row);
  const liabilities = currency === null || figures === undefined ? undefined : { currency, ...figures };
  return { kind, subject, root, termsHash, liabilities };
}

type Signed = Parameters<typeof recoverTypedDataAddress>[0];

async function isSignedBy({ address }: LocalAccount, signed: Signed): Promise<boolean> {
  const recovered = await recoverTypedDataAddress(signed).catch(() => undefined);
  return recovered !== undefined && isAddressEqual(recovered, address);
}
