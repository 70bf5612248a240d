import type { Section } from './disclosure-content.ts';
import type { LiveTerms, Operator } from './live-terms.ts';
import { percent, times } from './percent.ts';

/** The disclosure in Chinese. */
export function disclosureZh(operator: Operator, terms: LiveTerms | null): Section[] {
  return [
    {
      title: '谁在运营',
      text: `City Mint 由 ${operator.name} 运营，联系方式：${operator.contact}。您的充值由链上合约保管；只有您自己的钱包能从中提现。`,
    },
    ...(terms === null
      ? [{ title: '费用与资金池', text: '目前没有开放的轮次；每一轮在您参与之前都会显示它的条款。' }]
      : termsSections(terms)),
    {
      title: '奖励从哪里来',
      text: '您的本金绝不支付给任何其他人。奖励只来自手续费池、储备金或有上限的 FMC 发行量；来源不足时不支付。FMC 没有承诺的价格，可能变得一文不值。',
    },
    {
      title: '不作的承诺',
      text: '没有保证的收益，预估不是承诺。参与一经接受不能撤销。拿回您自己的钱从不需要邀请他人。',
    },
  ];
}

function termsSections(terms: LiveTerms): Section[] {
  return [
    {
      title: '费用',
      text: `一轮成功时，退回您的本金，并扣除 ${percent(terms.mintFeeBps)} 的铸造手续费。链上费用由您的钱包支付。`,
    },
    {
      title: '手续费的去向',
      text: `手续费中：推荐 ${percent(terms.referralBps)}，节点 ${percent(terms.nodesBps)}，级别 ${percent(terms.levelsBps)}，国库 ${percent(terms.treasuryBps)}；其余进入补偿失败轮次的储备金。`,
    },
    {
      title: '最坏情况',
      text: `一轮失败时，退回您的本金，并扣除 ${percent(terms.lossBps)} 的损失。储备金对一次失败最多拿出其 ${percent(terms.reserveDrawBps)}，按参与顺序从后往前补偿，绝不超过损失；储备金也可能为空。未补偿的部分变为算力，为未补偿损失的 ${times(terms.compensationTimesBps)} 倍，算力不是钱。`,
    },
    {
      title: '运营方如何盈利',
      text: `运营方从每笔铸造手续费中获得国库的 ${percent(terms.treasuryBps)}；失败轮次的损失用于支付其启动成本。除此之外不从您的本金中拿取任何东西。`,
    },
  ];
}
