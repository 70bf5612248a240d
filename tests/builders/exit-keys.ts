import { deriveExitKey } from '@city-mint/domain/proof/exit-key';
import type { Database } from '@city-mint/server/platform/database/database';
import { readExitMaster } from '@city-mint/server/proof/queries/read-exit-master';
import { sha256 } from '@city-mint/server/proof/tree/tree-hashes';

/** Returns the exit key of an address (0x hex), 32 bytes. Needs a connection that may read the master. */
export async function exitKeyOf(db: Database, address: string): Promise<Uint8Array> {
  return deriveExitKey(await readExitMaster(db), Buffer.from(address.slice(2), 'hex'), sha256);
}
