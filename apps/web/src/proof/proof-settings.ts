import type { ProofSettings } from '../../build/proof-settings.ts';

declare global {
  interface ImportMetaEnv {
    /** Component tests have no build. */
    readonly PROOF_SETTINGS?: ProofSettings;
  }
}

/** The contract whose roots this build believes, the nodes besides the build's, and the operators that it lists. */
export const proofSettings: ProofSettings = import.meta.env.PROOF_SETTINGS ?? {
  ...{ anchors: null, witnessUrls: [], operators: [] },
};
