export const oldBrowser =
  'Peramban ini terlalu lama untuk City Mint. Perbarui peramban atau perangkat, atau gunakan yang lain: {browsers} atau lebih baru.';
