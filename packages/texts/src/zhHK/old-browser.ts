export const oldBrowser =
  '這個瀏覽器太舊，無法開啟 City Mint。請更新瀏覽器或系統，或改用另一個：{browsers} 或更新版本。';
