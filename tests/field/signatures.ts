/** A signature of the key of `SIGNER` as wallets send it. A row is added without touching code. */
export type SignatureShape = {
  readonly seen: string;
  readonly shape: string;
  readonly message: string;
  readonly signature: string;
  /** `malformed`: refused by its format, before any verification. */
  readonly right: 'valid' | 'invalid' | 'malformed';
};

/** The account of the first well-known development key. */
export const SIGNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const LONDON = '0xc4c74283d849cc7927f69b1fc63e489653a3287c3b7de6accf0cb2e29da9b771';
const LONDON_S = '5542aaf50dc0267c61c74bfd1215ccc0636c54ca9bdb96562e4e34e229333770';
const NAIROBI = '0x6ff1d62b42f35fcc7556541bbf51910cdf93fa629b8bea05de5beae0cd5a0831';
const NAIROBI_S = '1d61a9feec90df16f0cbd552db4ece697f2c1e86accb5583d3f4c374c3137541';

export const KEY_SIGNATURES: readonly SignatureShape[] = [
  {
    seen: 'MetaMask, Rabby, OKX',
    shape: '65 bytes, v is 27',
    message: 'London',
    signature: `${LONDON}${LONDON_S}1b`,
    right: 'valid',
  },
  {
    seen: 'MetaMask, Rabby, OKX',
    shape: '65 bytes, v is 28',
    message: 'Nairobi',
    signature: `${NAIROBI}${NAIROBI_S}1c`,
    right: 'valid',
  },
  {
    seen: 'Ledger by older libraries',
    shape: '65 bytes, v is 0',
    message: 'London',
    signature: `${LONDON}${LONDON_S}00`,
    right: 'valid',
  },
  {
    seen: 'Ledger by older libraries, Trezor',
    shape: '65 bytes, v is 1',
    message: 'Nairobi',
    signature: `${NAIROBI}${NAIROBI_S}01`,
    right: 'valid',
  },
  {
    seen: 'ethers-io/ethers.js#2246',
    shape: '64 bytes (EIP-2098), even y',
    message: 'London',
    signature: `${LONDON}${LONDON_S}`,
    right: 'valid',
  },
  {
    seen: 'ethers-io/ethers.js#2246',
    shape: '64 bytes (EIP-2098), odd y',
    message: 'Nairobi',
    signature: `${NAIROBI}9${NAIROBI_S.slice(1)}`,
    right: 'valid',
  },
  {
    seen: 'wallets in Java and Kotlin (web3j)',
    shape: '65 bytes in upper case',
    message: 'London',
    signature:
      '0xC4C74283D849CC7927F69B1FC63E489653A3287C3B7DE6ACCF0CB2E29DA9B7715542AAF50DC0267C61C74BFD1215CCC0636C54CA9BDB96562E4E34E2293337701B',
    right: 'valid',
  },
  {
    seen: 'wallets in Java and Kotlin (web3j)',
    shape: '64 bytes in upper case',
    message: 'London',
    signature:
      '0xC4C74283D849CC7927F69B1FC63E489653A3287C3B7DE6ACCF0CB2E29DA9B7715542AAF50DC0267C61C74BFD1215CCC0636C54CA9BDB96562E4E34E229333770',
    right: 'valid',
  },
  {
    seen: 'EIP-2: the twin with a greater s, which anyone can compute',
    shape: '65 bytes, s above half the order',
    message: 'London',
    signature: `${LONDON}aabd550af23fd9839e38b402edea333e5742881c136d09e5918429aaa70309d11c`,
    right: 'invalid',
  },
  {
    seen: 'a signature of another text',
    shape: '64 bytes of another text',
    message: 'Nairobi',
    signature: `${LONDON}${LONDON_S}`,
    right: 'invalid',
  },
  {
    seen: 'EIP-2098, read with the wrong y',
    shape: '64 bytes, the other y',
    message: 'London',
    signature: `${LONDON}d${LONDON_S.slice(1)}`,
    right: 'invalid',
  },
  {
    seen: 'a signature bound to a chain (EIP-155), which texts do not have',
    shape: '65 bytes, v is 37',
    message: 'London',
    signature: `${LONDON}${LONDON_S}25`,
    right: 'invalid',
  },
  {
    seen: 'spruceid/siwe-py#76: the answer of a contract wallet, sent for a key account',
    shape: 'empty',
    message: 'London',
    signature: '0x',
    right: 'invalid',
  },
  { seen: 'any client', shape: '64 zeros', message: 'London', signature: `0x${'00'.repeat(64)}`, right: 'invalid' },
  { seen: 'any client', shape: '64 times ff', message: 'London', signature: `0x${'ff'.repeat(64)}`, right: 'invalid' },
  { seen: 'any client', shape: '65 zeros', message: 'London', signature: `0x${'00'.repeat(65)}`, right: 'invalid' },
  { seen: 'any client', shape: '1 byte', message: 'London', signature: '0x1b', right: 'invalid' },
  {
    seen: 'a wallet that appends a byte',
    shape: '66 bytes',
    message: 'London',
    signature: `${LONDON}${LONDON_S}1b00`,
    right: 'invalid',
  },
  {
    seen: 'any client',
    shape: 'half a byte too many',
    message: 'London',
    signature: `${LONDON}${LONDON_S}1`,
    right: 'malformed',
  },
  {
    seen: 'wallets that omit the prefix',
    shape: '65 bytes without 0x',
    message: 'London',
    signature: `${LONDON.slice(2)}${LONDON_S}1b`,
    right: 'malformed',
  },
  {
    seen: 'a wallet that resolves with nothing',
    shape: 'no text',
    message: 'London',
    signature: '',
    right: 'malformed',
  },
  {
    seen: 'more than any wallet sends',
    shape: '8,193 bytes',
    message: 'London',
    signature: `0x${'aa'.repeat(8_193)}`,
    right: 'malformed',
  },
];

/** A signature that only a wallet's contract can judge (EIP-1271): every length is asked of the contract. */
export const CONTRACT_SIGNATURES: readonly {
  readonly seen: string;
  readonly shape: string;
  readonly signature: string;
}[] = [
  {
    seen: 'spruceid/siwe-py#76, Safe: the text was approved on the chain',
    shape: 'empty',
    signature: '0x',
  },
  { seen: 'a wallet that only names its module', shape: '1 byte', signature: '0x01' },
  { seen: 'Argent, an index of an owner', shape: '32 bytes', signature: `0x${'00'.repeat(31)}07` },
  { seen: 'Safe with an owner that signed compactly', shape: '64 bytes', signature: `${LONDON}${LONDON_S}` },
  { seen: 'Safe with one owner', shape: '65 bytes', signature: `${NAIROBI}${NAIROBI_S}1c` },
  { seen: 'Safe with an approved hash', shape: '65 bytes, v is 1', signature: `0x${'00'.repeat(64)}01` },
  { seen: 'Safe with three owners', shape: '195 bytes', signature: `0x${'5a'.repeat(195)}` },
  { seen: 'Coinbase Smart Wallet, a passkey', shape: '640 bytes', signature: `0x${'00'.repeat(639)}2a` },
  { seen: 'the longest that is accepted', shape: '8,192 bytes', signature: `0x${'aa'.repeat(8_192)}` },
];
