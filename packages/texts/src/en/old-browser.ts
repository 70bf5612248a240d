export const oldBrowser =
  'This browser is too old for City Mint. Please update it or the device, or use another one: {browsers} or newer.';
