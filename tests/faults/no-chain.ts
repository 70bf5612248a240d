const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** A chain that nobody answers for, for tests whose processes can do without. */
export const NO_CHAIN = {
  url: 'http://127.0.0.1:1',
  addresses: {
    vault: ADDRESS,
    fmc: ADDRESS,
    anchors: ADDRESS,
    router: ADDRESS,
    factory: ADDRESS,
    wrappedNative: ADDRESS,
  },
} as const;
