import type { Messages } from '../../messages.ts';

export const glossary: Messages['glossary'] = {
  ju: {
    title: 'JU',
    text: 'The coin of this chain. You deposit it from your wallet, join rounds with it and can withdraw it again.',
  },
  fmc: {
    title: 'FMC',
    text: 'The token that a minted city pays. Each round pays a fixed amount, shared in proportion to what each order put in. You can withdraw FMC or swap it for JU; its price changes and can fall.',
  },
  phase: {
    title: 'Phases and rounds',
    text: 'A city is minted in phases of several rounds. A round has a quota and a window of time; its terms are published before it opens and do not change.',
  },
  reserve: {
    title: 'Reserve',
    text: 'Fees and the losses of failed rounds fill it. When a round fails, it compensates losses in reverse order, the last to join first and late orders after all others, until the part that it may use is spent: some get their whole loss back, others nothing.',
  },
  stages: {
    title: 'Three stages',
    text: 'The FMC of a minted round is paid in three stages. The terms of the round name the share and the time of each.',
  },
  loss: {
    title: 'Max loss',
    text: 'If a round does not fill, your principal comes back less this share. The reserve may compensate a part of it; you get hash power for the rest.',
  },
  more: 'Questions and answers',
};
