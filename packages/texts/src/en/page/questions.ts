import type { Messages } from '../../messages.ts';

export const questions: Messages['questions'] = {
  title: 'Questions and answers',
  search: 'Search questions',
  searchExample: 'e.g. round not filled',
  nothing: 'No matching questions',
  nothingText: 'Try other words, or contact us through an official channel below.',
  first: {
    'check-holdings': { question: 'Is my money safe?', answer: 'Check the total against the vault yourself' },
    failure: { question: 'What can I lose?', answer: 'Each round states its maximum' },
    fmc: { question: 'When is FMC paid?', answer: 'In three stages' },
  },
  figures: {
    title: 'Work it out with your numbers',
    own: 'Your latest order',
    example: 'An example, not your order',
    exampleText: 'Putting {amount} JU into {city}, estimated from that round’s terms and today’s reserve.',
    none: 'Once a round opens, you’ll see an example with its actual terms here.',
    minted:
      'If the round fills: the fee comes out of your principal and the rest is returned. You get FMC in proportion to what you put in, paid in stages.',
    failed:
      'If it doesn’t fill: your principal is returned less the loss stated in the terms. The reserve compensates the last to join first; what it doesn’t cover becomes hash power at the stated multiple.',
    cancelled: 'If the round is canceled: your whole principal is returned, with no fee and no loss.',
    open: 'This round isn’t settled yet. These are estimates; the actual result will appear here.',
    level: 'How levels work',
    levelText: 'Your level depends on the performance of your smaller teams: all but your largest leg.',
  },
  channels: 'Contact us',
  official: 'Official',
  noChannels: 'No contacts yet',
  noChannelsText: 'They appear here once the operator publishes them.',
  neverFirst: 'We never message you first, and never ask for your recovery phrase, private key or a transfer.',
  signedBy: 'These channels were signed by two operators before they were published. Anyone can check the signatures.',
};
