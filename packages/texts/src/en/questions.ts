import { MAXIMUM_LOSS_BPS, MAXIMUM_MINT_FEE_BPS } from '@city-mint/domain/rounds/term-limits';
import { percentOf, type QuestionTexts } from '../question-texts.ts';

/**
 * Questions and answers in English, about the product's rules. Configurable figures are in the terms of rounds and in
 * the disclosure, not here.
 */
export const questions: QuestionTexts = {
  round: {
    question: 'How does a city mint round work?',
    answer:
      'A round raises JU for one city within a set period. Orders are ranked in the order in which they are accepted. ' +
      'If the quota is reached, the round is minted: your principal is returned less the mint fee, and FMC is ' +
      'distributed in proportion to the amounts joined, in three stages. If the quota is not reached in time, the ' +
      'round fails: your principal is returned less the loss. All terms are fixed and published with a checksum ' +
      'before the round opens, and you confirm them each time you join.',
  },
  fees: {
    question: 'What are the fees?',
    answer:
      'A minted round charges a mint fee. The rate is stated in the terms of the round and never exceeds ' +
      `${percentOf(MAXIMUM_MINT_FEE_BPS)}%. A failed round charges no fee, but the loss stated in its terms is ` +
      'deducted. Deposits and withdrawals are free of charge; your wallet pays the network’s gas fee. The page ' +
      '“Risks and fees” shows what the mint fee is used for.',
  },
  failure: {
    question: 'What do I lose if a round fails, and how am I compensated?',
    answer:
      `The loss is the percentage stated in the terms of the round, ${percentOf(MAXIMUM_LOSS_BPS)}% at most. It is ` +
      'deducted from the principal returned to you. It refills the reserve up to its cap, and only the rest covers ' +
      'the launch costs of the round. All refunds are paid ' +
      'first. The reserve then compensates losses in JU, beginning with the last order to join, up to the part of the ' +
      'reserve that the terms make available for one failed round. Orders that joined in the last part of the window, ' +
      'as the terms state it, are compensated after all others. Compensation never exceeds the loss, and the ' +
      'reserve may be empty. A loss that is not compensated is converted into hash power at the multiple stated in ' +
      'the terms. Hash power is not money.',
  },
  cancel: {
    question: 'Can I cancel an order after joining?',
    answer:
      'No. Once your order is accepted, the amount is locked until the round is minted or fails. If the round ' +
      'is canceled before that, all of it is returned. Your principal is returned only to you and is never used to ' +
      'pay anyone else.',
  },
  fmc: {
    question: 'Where does FMC come from?',
    answer:
      'The supply of FMC is fixed: all of it was issued once, at launch. Minted rounds and machines only release FMC ' +
      'from that supply until it is used up. The FMC of a round is paid in three stages: the first at settlement, the ' +
      'second and third at the times stated in the terms. FMC has no guaranteed price and may become worthless.',
  },
  rewards: {
    question: 'How are rewards funded?',
    answer:
      'Every reward is paid from funds that already exist. Referral, node and level rewards come from the fees of ' +
      'minted rounds, shares of surplus and compensation come from the reserve, and FMC comes from its capped ' +
      'supply. What a source cannot cover is not paid, and nothing is borrowed from later rounds. No participant’s ' +
      'principal is used to pay a reward.',
  },
  'auto-mint': {
    question: 'What does auto-mint do?',
    answer:
      'While auto-mint is on, your available balance joins each round as it opens, before other participants can ' +
      'join. You can set an amount to keep, a maximum for each round, and the number of failed rounds after which ' +
      'auto-mint turns itself off. Money returned from a round goes into the next one until you turn auto-mint off. ' +
      'It is off by default, and every join or skip is recorded with its reason.',
  },
  recharge: {
    question: 'When is my deposit credited?',
    answer:
      'Your wallet deposits the funds in the vault contract on the blockchain. Until the block that contains your ' +
      'transaction is final, the deposit is shown as in progress, with its number of confirmations, and is not part ' +
      'of your balance. Once the block is final, the deposit is credited, and a reorganization of the blockchain ' +
      'cannot reverse it.',
  },
  withdrawal: {
    question: 'How do withdrawals work, and what is a voucher?',
    answer:
      'When you request a withdrawal, the amount is frozen first. The system then signs a voucher that is valid for ' +
      '20 minutes. Your own wallet submits it to the vault contract, which pays you; no other wallet can use it. A ' +
      'voucher is signed at most three times, always with the same ID, and the contract pays each ID only once. If ' +
      'it is not used, the amount is returned to your available balance after the last deadline, once the blockchain ' +
      'confirms that nothing was paid; a voucher that expires unused makes you wait before the next withdrawal. The ' +
      'page shows the limits and what is left of them today. Larger withdrawals may require the approval of two ' +
      'people, and withdrawals to a new address may be subject to a waiting period.',
  },
  'hash-power': {
    question: 'How do I claim compensation hash power?',
    answer:
      'Before your first claim, you link your exchange UID: the exchange shows you a code for your address, and you ' +
      'send it with the UID, signed with your wallet. The link counts once the exchange has confirmed it, and you ' +
      'cannot change it afterwards; two operators together can free a wrong one. Claimed hash power becomes a machine. From the next UTC day until it expires, the machine earns a share ' +
      'of the FMC released each day, in proportion to all hash power. While all machines together have little hash ' +
      'power, a day releases proportionally less; the hash power from which it releases everything is stated with ' +
      'your machines. The exchange is notified as well. After your ' +
      'first claim, further hash power is claimed for you automatically.',
  },
  inviter: {
    question: 'What does my inviter receive?',
    answer:
      'Your inviter is set once and cannot be changed. If your inviter has had an order settled before, they receive ' +
      'part of the fee that you pay when a round is minted. Your fee is no higher because of this, and your inviter ' +
      'receives nothing from a failed round. The terms of each round state whether this reward applies. You never ' +
      'need to invite others to get your own money back.',
  },
  'check-settlement': {
    question: 'How can I verify the settlement of a round?',
    answer:
      'Every settled round publishes a settlement file with its terms, the reserve, the rank and amount of every ' +
      'order, and the results. Anyone can recalculate the results from these inputs with the published program (the ' +
      'settle command) and compare them unit by unit. The details of your order also include the proof that it is ' +
      'part of the settlement.',
  },
  'check-holdings': {
    question: 'How can I verify that my balance is backed?',
    answer:
      'The system regularly publishes the total that it owes to users and pools, the checksum of ' +
      'that total, and the balance of the vault contract at the same block, which anyone can check on the ' +
      'blockchain. When you are signed in, you can get your own leaves and paths and verify that your balance is ' +
      'part of the total. Your balance is counted in four random parts, so that no other user can read it from theirs.',
  },
  profit: {
    question: 'Are profits guaranteed?',
    answer:
      'No. Estimates are not promises. A round may fail, and you then lose part of your principal. The worst case is ' +
      'shown next to every estimate. Please read the page “Risks and fees” before you join.',
  },
};
