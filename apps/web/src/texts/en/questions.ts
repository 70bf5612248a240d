import type { Messages } from '#platform/i18n/messages.ts';

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
  channels: 'Contact us',
  official: 'Official',
  noChannels: 'No contacts yet',
  noChannelsText: 'They appear here once the operator publishes them.',
  neverFirst: 'We never message you first, and never ask for your recovery phrase, private key or a transfer.',
  signedBy: 'These channels were signed by two operators before they were published. Anyone can check the signatures.',
};
