import type { Section } from './disclosure-content.ts';
import type { LiveTerms, Operator } from './live-terms.ts';
import { percent, times } from './percent.ts';

/** The disclosure in English. */
export function disclosureEn(operator: Operator, terms: LiveTerms | null): Section[] {
  return [
    {
      title: 'Who operates this',
      text: `${operator.name} operates City Mint. Contact: ${operator.contact}. Your recharge is held by a contract on the chain; only your own wallet can take a withdrawal out of it.`,
    },
    ...(terms === null
      ? [{ title: 'Fees and pools', text: 'No round is on offer now; each round shows its terms before you join.' }]
      : termsSections(terms)),
    {
      title: 'Where rewards come from',
      text: 'Your principal never pays anybody else. Rewards are paid from the fee pools, the reserve or the capped FMC supply. What its source cannot cover is not paid. FMC has no promised price and may become worthless.',
    },
    {
      title: 'What is not promised',
      text: 'There is no guaranteed profit. Estimates are not promises. Joining cannot be undone once it is accepted. Inviting others is never needed to get your own money back.',
    },
  ];
}

function termsSections(terms: LiveTerms): Section[] {
  return [
    {
      title: 'Fees',
      text: `When a round succeeds, you get your principal back less a mint fee of ${percent(terms.mintFeeBps)}. Chain fees are paid by your wallet.`,
    },
    {
      title: 'Where the fee goes',
      text: `Of the fee: referral ${percent(terms.referralBps)}, nodes ${percent(terms.nodesBps)}, levels ${percent(terms.levelsBps)}, treasury ${percent(terms.treasuryBps)}; the rest goes to the reserve that compensates failed rounds.`,
    },
    {
      title: 'The worst case',
      text: `When a round fails, you get your principal back less a loss of ${percent(terms.lossBps)}. The reserve gives at most ${percent(terms.reserveDrawBps)} of itself to one failed round, the last to join first, and never more than the loss; it may be empty. What it does not cover becomes hash power, ${times(terms.compensationTimesBps)} times the uncovered loss, which is not money.`,
    },
    {
      title: 'How the operator earns',
      text: `The operator earns the treasury's ${percent(terms.treasuryBps)} of each mint fee, and the loss of failed rounds covers the costs of their launch. It takes nothing else from your principal.`,
    },
  ];
}
