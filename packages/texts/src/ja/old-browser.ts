export const oldBrowser =
  'このブラウザーは古いため City Mint を開けません。ブラウザーか端末を更新するか、別のものをお使いください：{browsers} 以降。';
