export const assets = {
  title: '我的资产',
};
