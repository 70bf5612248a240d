import type { DisclosureTexts, InviterNoticeTexts } from '../disclosure-texts.ts';

/** The disclosure in English. */
export const disclosure: DisclosureTexts = {
  operator: {
    title: 'Who operates this service',
    text:
      '{operatorName} operates City Mint. Contact: {operatorContact}. The funds you deposit are held by a ' +
      'smart contract on the blockchain. Only your own wallet can collect a withdrawal from it.',
  },
  nothingOffered: {
    title: 'Fees and pools',
    text: 'No rounds are offered at the moment. The terms of each round are shown before you join.',
  },
  fees: {
    title: 'Fees',
    text:
      'When a round succeeds, your principal is returned less a mint fee of {mintFeeBps}. Network fees (gas) ' +
      'are paid by your wallet.',
  },
  feeUse: {
    title: 'Where the mint fee goes',
    text:
      'Of each mint fee, {referralBps} goes to referral rewards, {nodesBps} to the node pool, {levelsBps} to ' +
      'the level pool and {treasuryBps} to the operator. The rest goes to the reserve, which compensates ' +
      'failed rounds.' +
      ' What the fees of a round would bring the reserve above its cap goes to that round’s participants; ' +
      'two operators together set the cap, and within a day it can at most double.',
  },
  worstCase: {
    title: 'The worst case',
    text:
      'When a round fails, your principal is returned less a loss of {lossBps}. The reserve pays ' +
      'compensation, starting with the last order to join, but orders of the last {lateBps} of the window ' +
      'come after all others: at most {reserveDrawBps} of the reserve for one failed round, and never more ' +
      'than your loss. The reserve may be empty. Any loss that is not compensated is converted into hash ' +
      'power at {compensationTimesBps} times its amount. Hash power is not money: it mines a share of the ' +
      'FMC of each day, and a day releases less while all hash power together is little. A round that is ' +
      'canceled before its settlement returns your whole principal.',
  },
  operatorEarns: {
    title: 'How the operator earns',
    text:
      'The operator receives {treasuryBps} of each mint fee. The losses of failed rounds refill the ' +
      'reserve up to its cap; only the rest pays the costs of launching them. Both are published apart, with every payout to the operator: how much, for what, and ' +
      'who approved it. The operator takes nothing else from your principal.',
  },
  rewards: {
    title: 'Where rewards come from',
    text:
      'Your principal is never used to pay anyone else. Rewards are paid from mint fees, the reserve or the ' +
      'limited supply of FMC. If a source is not sufficient, the difference is not paid. The price of FMC is ' +
      'not guaranteed and may fall to zero.',
  },
  noPromises: {
    title: 'What we do not promise',
    text:
      'Profits are not guaranteed, and estimates are not promises. Joining a round cannot be undone once it ' +
      'is accepted. You never have to invite anyone to get your own money back.',
  },
};

export const inviterNotice: InviterNoticeTexts = {
  share:
    'When a round you joined is minted, your inviter receives {referralBps} of the mint fee, which is ' +
    '{mintFeeBps} of what you put in.',
  shareUnknown:
    'When a round you joined is minted, your inviter receives a share of the mint fee; each round states ' + 'both.',
  conditions: [
    'Your inviter receives it only after an order of their own has been settled.',
    'It is paid from the mint fee, never from your deposit. You pay the same fee without an inviter.',
    'Your minted orders also count for shares of the node and level pools, which the mint fees fund.',
    'A round that fails or is canceled pays your inviter nothing.',
  ],
};

/** None in English: a text to sign says the action in the English lines that workers verify. */
export const confirmation = null;
