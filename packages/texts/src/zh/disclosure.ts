import type { ConfirmationTexts, DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in Chinese. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: '运营方',
    text: 'City Mint 由 {operatorName} 运营，联系方式：{operatorContact}。您充值的资金由链上智能合约托管，只有您本人的钱包可以从中提现。',
  },
  nothingOffered: {
    title: '费用与资金池',
    text: '目前没有可参与的轮次。每一轮的条款都会在您参与之前完整展示。',
  },
  fees: {
    title: '费用',
    text: '轮次铸造成功时，您的本金在扣除 {mintFeeBps} 的铸造手续费后退还。链上手续费（Gas）由您的钱包支付。',
  },
  feeUse: {
    title: '手续费的去向',
    text:
      '每笔铸造手续费中，邀请奖励占 {referralBps}，节点池占 {nodesBps}，等级池占 {levelsBps}，运营方占 {treasuryBps}；其余部分进入储备金，用于补偿失败的轮次。' +
      '一轮的手续费使储备金超出上限的部分，分配给该轮的参与者；上限由两位运营人员共同设定，一天之内最多提高' +
      '一倍。',
  },
  worstCase: {
    title: '最坏情况',
    text:
      '轮次铸造失败时，您的本金在扣除 {lossBps} 的损失后退还。每次失败最多动用储备金的 {reserveDrawBps}，按参与顺序从后往前补偿，但在开放时间最后 {lateBps} 内参与的订单排在' +
      '所有其他订单之后；补偿不超过您的损失，储备金也可能为零。未获补偿的损失按 {compensationTimesBps} 倍折算为算力。算力不是资金：它按占比挖取每日释放的 FMC，总算力较低时当日释放量随' +
      '之减少。轮次在结算前被取消时，全部本金退还。',
  },
  operatorEarns: {
    title: '运营方如何盈利',
    text:
      '运营方收取每笔铸造手续费的 {treasuryBps}；失败轮次扣除的损失先补足储备金至其上限，只有余下部分用于支付该轮的筹办成本。两项收入及每笔支付给运营方的款项（金额、用途、批准人）分别公开。除此之外，运营方不会从您的本金中收取任何费' +
      '用。',
  },
  rewards: {
    title: '奖励的来源',
    text: '您的本金绝不会用于支付其他用户。奖励只来自铸造手续费、储备金或总量有限的 FMC；来源不足的部分不予支付。FMC 的价格没有任何保证，可能归零。',
  },
  noPromises: {
    title: '我们不作的承诺',
    text: '收益没有保证，预估不构成承诺。参与一经接受即无法撤销。取回您自己的资金从不需要邀请他人。',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share: '您参与的轮次铸造成功时，邀请人获得您所付铸造手续费的 {referralBps}；手续费为您投入金额的 {mintFeeBps}。',
  shareUnknown: '您参与的轮次铸造成功时，邀请人获得您所付铸造手续费的一部分；两者的比例以每轮条款为准。',
  conditions: [
    '邀请人须已有订单完成结算，方可获得该奖励。',
    '奖励只从铸造手续费中支付，绝不会从您的本金中支付；没有邀请人时，您支付的手续费相同。',
    '您铸造成功的订单还会计入节点池和等级池的分配，这两个资金池同样来自铸造手续费。',
    '轮次失败或被取消时，邀请人不会获得任何奖励。',
  ],
};

export const confirmation: ConfirmationTexts = {
  'bind-inviter': ['永久绑定邀请人：{superior}'],
  'bind-exchange-uid': ['永久绑定交易所 UID：{uid}'],
  'auto-mint': [
    '开启自动铸造，不设每轮上限：每轮开放时投入全部可用余额，保留 {keep} JU。',
    '失败轮数达到 {stop} 后自动关闭（0 表示不限）。',
    '同时参与的未结算轮次：{rounds}（0 表示不限）。',
  ],
  nothingMoves: '此操作不发送交易，不转移任何资金。',
};
