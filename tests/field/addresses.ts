/** An address as people paste it and programs write it. A row is added without touching code. */
export type AddressShape = {
  readonly seen: string;
  readonly text: string;
  /** The EIP-55 form, or why it is refused. */
  readonly right: string;
};

const VAULT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

export const ADDRESSES: readonly AddressShape[] = [
  { seen: 'most wallets: EIP-55', text: VAULT, right: VAULT },
  { seen: 'explorers, Geth: lower case', text: '0x5fbdb2315678afecb367f032d93f642f64180aa3', right: VAULT },
  {
    seen: 'reown_flutter#413, hardware wallets: upper case',
    text: '0x5FBDB2315678AFECB367F032D93F642F64180AA3',
    right: VAULT,
  },
  { seen: 'an alphanumeric QR code', text: '0X5FBDB2315678AFECB367F032D93F642F64180AA3', right: VAULT },
  { seen: 'a keyboard that begins in upper case', text: '0X5fbdb2315678afecb367f032d93f642f64180aa3', right: VAULT },
  { seen: 'the same with a checksum', text: '0X5FbDB2315678afecb367f032d93F642f64180aa3', right: VAULT },
  {
    seen: 'digits only',
    text: '0x1111111111111111111111111111111111111111',
    right: '0x1111111111111111111111111111111111111111',
  },
  {
    seen: 'one letter only, in upper case',
    text: '0x1111111111111111111111111111111111111A11',
    right: '0x1111111111111111111111111111111111111a11',
  },
  {
    seen: 'one letter in the wrong case',
    text: '0x5fbDB2315678afecb367f032d93F642f64180aa3',
    right: 'address-checksum',
  },
  {
    seen: 'RSKIP-60: a checksum of another chain',
    text: '0x5FbDb2315678AfeCB367f032D93F642F64180aA3',
    right: 'address-checksum',
  },
  {
    seen: 'a wrong digit with a checksum',
    text: '0x6FbDB2315678afecb367f032d93F642f64180aa3',
    right: 'address-checksum',
  },
  { seen: 'a cut end', text: '0x5FbDB2315678afecb367f032d93F642f64180aa', right: 'address-format' },
  { seen: 'a doubled end', text: '0x5FbDB2315678afecb367f032d93F642f64180aa33', right: 'address-format' },
  { seen: 'without a prefix', text: '5FbDB2315678afecb367f032d93F642f64180aa3', right: 'address-format' },
  { seen: 'XinFin', text: 'xdc5FbDB2315678afecb367f032d93F642f64180aa3', right: 'address-format' },
  { seen: 'ICAP', text: 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', right: 'address-format' },
  { seen: 'a name', text: 'vitalik.eth', right: 'address-format' },
  { seen: 'EIP-681', text: 'ethereum:0x5FbDB2315678afecb367f032d93F642f64180aa3', right: 'address-format' },
  { seen: 'a Cyrillic a', text: '0x5FbDB2315678аfecb367f032d93F642f64180aa3', right: 'address-format' },
  { seen: 'a full-width digit', text: '0x５FbDB2315678afecb367f032d93F642f64180aa3', right: 'address-format' },
  { seen: 'an O for a zero', text: 'Ox5FbDB2315678afecb367f032d93F642f64180aa3', right: 'address-format' },
  { seen: 'nothing', text: '', right: 'address-format' },
];
