import { assertNoneLeft } from '@city-mint/domain/assert-never';
import type { DisclosureFigures, Operator, Section } from './disclosure-figures.ts';

/** Returns the disclosure in English; `figures` is null while no round is on offer. */
export function disclosureEn(operator: Operator, figures: DisclosureFigures | null): Section[] {
  return [
    {
      title: 'Who operates this service',
      text:
        `${operator.name} operates City Mint. Contact: ${operator.contact}. The funds you recharge are held by a smart ` +
        'contract on the blockchain. Only your own wallet can collect a withdrawal from it.',
    },
    ...(figures === null ? [NOTHING_OFFERED] : termsSections(figures)),
    {
      title: 'Where rewards come from',
      text:
        'Your principal is never used to pay anyone else. Rewards are paid from mint fees, the reserve or the limited ' +
        'supply of FMC. If a source is not sufficient, the difference is not paid. The price of FMC is not guaranteed and ' +
        'may fall to zero.',
    },
    {
      title: 'What we do not promise',
      text:
        'Profits are not guaranteed, and estimates are not promises. Joining a round cannot be undone once it is ' +
        'accepted. You never have to invite anyone to get your own money back.',
    },
  ];
}

const NOTHING_OFFERED: Section = {
  title: 'Fees and pools',
  text: 'No rounds are offered at the moment. The terms of each round are shown before you join.',
};

/** Every figure is in a text: one that is forgotten does not compile. */
function termsSections(figures: DisclosureFigures): Section[] {
  const { mintFeeBps, referralBps, nodesBps, levelsBps, treasuryBps, ...failureFigures } = figures;
  const { lossBps, lateBps, reserveDrawBps, compensationTimesBps, ...otherFigures } = failureFigures;
  assertNoneLeft(otherFigures);
  return [
    {
      title: 'Fees',
      text:
        `When a round succeeds, your principal is returned less a mint fee of ${mintFeeBps}. Network fees (gas) are ` +
        'paid by your wallet.',
    },
    {
      title: 'Where the mint fee goes',
      text:
        `Of each mint fee, ${referralBps} goes to referral rewards, ${nodesBps} to the node pool, ${levelsBps} to the ` +
        `level pool and ${treasuryBps} to the operator. The rest goes to the reserve, which compensates failed rounds.`,
    },
    {
      title: 'The worst case',
      text:
        `When a round fails, your principal is returned less a loss of ${lossBps}. The reserve pays compensation, ` +
        `starting with the last order to join, but orders of the last ${lateBps} of the window come after all others: ` +
        `at most ${reserveDrawBps} of the reserve for one failed round, and never more than your loss. The reserve may be ` +
        `empty. Any loss that is not compensated is converted into hash power at ${compensationTimesBps} times its ` +
        'amount. Hash power is not money: it mines a share of the FMC of each day, and a day releases less while all hash ' +
        'power together is little. A round that is cancelled before its settlement returns your whole principal.',
    },
    {
      title: 'How the operator earns',
      text:
        `The operator receives ${treasuryBps} of each mint fee. The losses of failed rounds pay the costs of launching ` +
        'them. Both are published apart, with every payout to the operator: how much, for what, and who approved it. The ' +
        'operator takes nothing else from your principal.',
    },
  ];
}
