/** The contract whose roots a build believes, and the nodes that state them beside the one of the build. */
export type ProofSettings = {
  /** Null in a development build, which asks the contract that the API names. */
  readonly anchors: string | null;
  readonly witnessUrls: readonly string[];
};

/** Returns the settings from PROOF_ANCHORS and PROOF_WITNESS_URLS (separated by commas). Throws if one is malformed. */
export function proofSettings(environment: Readonly<Record<string, string | undefined>>): ProofSettings {
  const anchors = environment['PROOF_ANCHORS']?.trim() ?? '';
  if (anchors !== '' && !/^0x[0-9a-fA-F]{40}$/.test(anchors)) throw new Error('PROOF_ANCHORS is not an address');
  const urls = (environment['PROOF_WITNESS_URLS'] ?? '').split(',').map((url) => url.trim());
  const witnessUrls = urls.filter((url) => url !== '');
  if (witnessUrls.some((url) => !/^https?:\/\/[^\s/]+/.test(url)))
    throw new Error('PROOF_WITNESS_URLS has no URL of a node');
  return { anchors: anchors === '' ? null : anchors, witnessUrls };
}
