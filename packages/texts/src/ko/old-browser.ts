export const oldBrowser =
  '이 브라우저는 너무 오래되어 City Mint를 열 수 없습니다. 브라우저나 기기를 업데이트하거나 다른 브라우저를 사용해 주세요: {browsers} 이상.';
