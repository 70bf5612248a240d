import type { Messages } from '../../messages.ts';

export const glossary: Messages['glossary'] = {
  ju: { title: 'JU', text: '本鏈的幣。從錢包充值，用它參與輪次，隨時可以提現。' },
  fmc: {
    title: 'FMC',
    text: '城市鑄造成功後發放的代幣。每輪總量固定，按投入比例分配；可以提現，也可以兌換成 JU。價格會變動，也可能下跌。',
  },
  phase: {
    title: '期次與輪次',
    text: '一座城市分期次鑄造，每個期次有若干輪次。每輪有配額和時間，條款在開放前公佈，之後不變。',
  },
  reserve: {
    title: '儲備金',
    text: '由手續費和失敗輪次的損失積累而成。一輪失敗時，從最後參與者開始逆序補償損失，直到可動用的部分用完：有人全額補償，有人沒有補償。',
  },
  stages: { title: '三個階段', text: '鑄造成功的 FMC 分三個階段發放，各階段的比例和時間由該輪條款載明。' },
  loss: { title: '最多損失', text: '未募滿時，退還本金並扣除這一比例。儲備金可能補償其中一部分，其餘補償為礦機算力。' },
  more: '常見問題',
};
