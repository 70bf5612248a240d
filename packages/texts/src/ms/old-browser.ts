export const oldBrowser =
  'Pelayar ini terlalu lama untuk City Mint. Kemas kini pelayar atau peranti, atau gunakan yang lain: {browsers} atau lebih baharu.';
