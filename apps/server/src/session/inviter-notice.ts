import type { TermsSpan } from '@city-mint/domain/rounds/terms-span';
import { type DisclosureFigures, disclosureFigures } from './disclosure/disclosure-figures.ts';

/**
 * Returns what an inviter earns from the user who binds them, and from which fee, line by line: shown before the text
 * to sign and contained in it. `terms` is null while no round is on offer. docs/money-rules.md#8-team-nodes-levels
 */
export function inviterNotice(language: 'zh' | 'en', terms: TermsSpan | null): string[] {
  const figures = terms && disclosureFigures(terms);
  return language === 'zh' ? noticeZh(figures) : noticeEn(figures);
}

function noticeEn(figures: DisclosureFigures | null): string[] {
  return [
    figures === null
      ? 'When a round you joined is minted, your inviter receives a share of the mint fee; each round states both.'
      : `When a round you joined is minted, your inviter receives ${figures.referralBps} of the mint fee, which is ` +
        `${figures.mintFeeBps} of what you put in.`,
    'Your inviter receives it only after an order of their own has been settled.',
    'It is paid from the mint fee, never from your deposit. You pay the same fee without an inviter.',
    'Your minted orders also count for shares of the node and level pools, which the mint fees fund.',
    'A round that fails or is cancelled pays your inviter nothing.',
  ];
}

function noticeZh(figures: DisclosureFigures | null): string[] {
  return [
    figures === null
      ? '您参与的轮次铸造成功时，邀请人获得您所付铸造手续费的一部分；两者的比例以每轮条款为准。'
      : `您参与的轮次铸造成功时，邀请人获得您所付铸造手续费的 ${figures.referralBps}；手续费为您投入金额的 ${figures.mintFeeBps}。`,
    '邀请人须已有订单完成结算，方可获得该奖励。',
    '奖励只从铸造手续费中支付，绝不会从您的本金中支付；没有邀请人时，您支付的手续费相同。',
    '您铸造成功的订单还会计入节点池和等级池的分配，这两个资金池同样来自铸造手续费。',
    '轮次失败或被取消时，邀请人不会获得任何奖励。',
  ];
}
