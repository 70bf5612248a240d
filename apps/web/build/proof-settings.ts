/** The contract whose roots a build believes, and the nodes that state them beside the one of the build. */
export type ProofSettings = {
  /** Null in a development build, which asks the contract that the API names. */
  readonly anchors: string | null;
  readonly witnessUrls: readonly string[];
  /** The operators of the configuration, whose signatures a build believes; none = those that a server names. */
  readonly operators: readonly string[];
};

/**
 * Returns the settings from PROOF_ANCHORS, PROOF_WITNESS_URLS and PROOF_OPERATORS (separated by commas). Throws if one
 * is malformed.
 */
export function proofSettings(environment: Readonly<Record<string, string | undefined>>): ProofSettings {
  const anchors = environment['PROOF_ANCHORS']?.trim() ?? '';
  if (anchors !== '' && !/^0x[0-9a-fA-F]{40}$/.test(anchors)) throw new Error('PROOF_ANCHORS is not an address');
  const witnessUrls = listIn(environment['PROOF_WITNESS_URLS']);
  if (witnessUrls.some((url) => !/^https?:\/\/[^\s/]+/.test(url)))
    throw new Error('PROOF_WITNESS_URLS has no URL of a node');
  const operators = listIn(environment['PROOF_OPERATORS']);
  if (!operators.every((address) => /^0x[0-9a-fA-F]{40}$/.test(address)))
    throw new Error('PROOF_OPERATORS has no address');
  return { anchors: anchors === '' ? null : anchors, witnessUrls, operators };
}

function listIn(text = ''): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
