import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in Hong Kong Chinese. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: '營運方',
    text: 'City Mint 由 {operatorName} 營運，聯絡方式：{operatorContact}。你充值的資金由鏈上智能合約託管，只有你本人的錢包可以從中提取。',
  },
  nothingOffered: {
    title: '費用與資金池',
    text: '目前沒有可參與的輪次。每一輪的條款都會在你參與之前完整列出。',
  },
  fees: {
    title: '費用',
    text: '輪次鑄造成功時，你的本金會在扣除 {mintFeeBps} 的鑄造手續費後退還。鏈上手續費（Gas）由你的錢包支付。',
  },
  feeUse: {
    title: '手續費的去向',
    text:
      '每筆鑄造手續費中，邀請獎勵佔 {referralBps}，節點池佔 {nodesBps}，等級池佔 {levelsBps}，營運方佔 {treasuryBps}；其餘撥入儲備金，用於補償失敗的輪次。' +
      '一輪的手續費令儲備金超出上限的部分，會分配予該輪的參與者；上限由兩位營運人員共同設定，一天之內最多提' +
      '高一倍。',
  },
  worstCase: {
    title: '最壞情況',
    text:
      '輪次鑄造失敗時，你的本金會在扣除 {lossBps} 的損失後退還。每次失敗最多動用儲備金的 {reserveDrawBps}，按參與次序由後至前補償，但在開放時間最後 {lateBps} 內參與的訂單排' +
      '在所有其他訂單之後；補償不會超過你的損失，儲備金亦可能為零。未獲補償的損失按 {compensationTimesBps} 倍折算為算力。算力不是資金：它按佔比挖取每日釋放的 FMC，總算力較低時，當日釋' +
      '放量會相應減少。輪次在結算前被取消時，會退還全部本金。',
  },
  operatorEarns: {
    title: '營運方如何賺取收入',
    text:
      '營運方收取每筆鑄造手續費的 {treasuryBps}；失敗輪次扣除的損失先補足儲備金至其上限，只有餘下部分用於支付該輪的籌辦成本。兩項收入以及每筆支付予營運方的款項（金額、用途、批准人）會分開公布。除此之外，營運方不會從你的本金收取任何' +
      '費用。',
  },
  rewards: {
    title: '獎勵的來源',
    text: '你的本金絕不會用於支付其他用戶。獎勵只來自鑄造手續費、儲備金或總量有限的 FMC；來源不足的部分不會支付。FMC 的價格沒有任何保證，可能跌至零。',
  },
  noPromises: {
    title: '我們不作的承諾',
    text: '收益沒有保證，預計數字並非承諾。參與一經接受便無法撤銷。取回你自己的資金從不需要邀請他人。',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share: '你參與的輪次鑄造成功時，邀請人會獲得你所付鑄造手續費的 {referralBps}；手續費為你投入金額的 {mintFeeBps}。',
  shareUnknown: '你參與的輪次鑄造成功時，邀請人會獲得你所付鑄造手續費的一部分；兩者的比例以每輪條款為準。',
  conditions: [
    '邀請人須已有訂單完成結算，方可獲得這項獎勵。',
    '獎勵只從鑄造手續費支付，絕不會從你的本金支付；沒有邀請人時，你支付的手續費亦相同。',
    '你鑄造成功的訂單亦會計入節點池和等級池的分配，這兩個資金池同樣來自鑄造手續費。',
    '輪次失敗或被取消時，邀請人不會獲得任何獎勵。',
  ],
};

export const confirmation: ConfirmationTexts = {
  'bind-inviter': ['永久綁定邀請人：{superior}'],
  'bind-exchange-uid': ['永久綁定交易所 UID：{uid}'],
  'auto-mint': [
    '開啟自動鑄造，不設每輪上限：每輪開放時投入全部可用結餘，保留 {keep} JU。',
    '失敗輪數達到 {stop} 後自動關閉（0 表示不限）。',
    '同時參與的未結算輪次：{rounds}（0 表示不限）。',
  ],
  nothingMoves: '這項操作不會發送交易，亦不會轉移任何資金。',
};
