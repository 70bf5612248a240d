import type { Messages } from '../../messages.ts';

export const proof: Messages['proof'] = {
  title: 'Proof of reserves',
  gate: 'After you sign in, your own device checks that your balance is part of this proof of reserves.',
  promise: 'What is owed to users and pools, and what the vault contract held at the same block.',
  coverOf: '{currency} held of what is owed',
  held: 'Vault',
  owedShort: 'Owed',
  none: 'No proof of reserves yet',
  noneText: 'The first one will appear here.',
  mine: 'My balance is part of it',
  owed: 'By currency',
  total: 'Owed in total',
  atBlock: 'Vault at block {block}',
  now: 'Vault now, read by this device',
  reading: 'Reading the chain',
  leaves: 'Leaves counted',
  madeAt: 'Made at',
  root: 'Checksum',
  transaction: 'View the transaction',
  anchoring: {
    waiting: 'Not on chain yet',
    sent: 'Going on chain',
    final: 'On chain',
    superseded: 'Newer checksum on chain',
    conflicting: 'Other checksum on chain',
  },
  settled: 'Settled rounds',
  check: {
    included: 'Counted in the checksum on chain, verified on this device',
    onChain: 'The contract on chain has this result',
    pending: 'Leads to a checksum that is not on chain yet',
    unread: 'The chain could not be read, so not verified',
    nothing: 'You had no balance then',
    broken: 'Verification failed',
    how: 'Your balance is counted in four random parts. This device recomputes each path from its leaf to the checksum. Later changes are part of the next proof.',
    brokenText:
      'The proof does not lead to the published checksum. Take a screenshot and contact us through an official channel.',
    own: 'On {time} your account had this balance.',
    inPart: 'What rounds held of it was not compared, since your balance has changed since.',
    paying: 'A round was paying you then, so the balance was not compared; the next proof will be.',
    moved: 'Your balance changed in those minutes, so it was not compared with your account; the next proof will be.',
    ownUnread: 'Could not be compared with your account’s balance then, so not verified',
    ownText:
      'The proof counts another balance than your account had then. Take a screenshot and contact us through an official channel.',
    asked: 'The checksum on chain was read from {nodes, plural, one {# node} other {# nodes}}.',
    differsText:
      'The contract has another checksum, total or block than the server states. Take a screenshot and contact us through an official channel.',
    notOnChain:
      'The contract has another result than the published one. Take a screenshot and contact us through an official channel.',
    nodesText:
      'Nodes of the chain contradict each other, so nothing is verified. Check again later; if it stays so, take a screenshot and contact us through an official channel.',
  },
  exit: {
    title: 'Leave without us',
    text: 'If withdrawals are impossible for 14 days, or no new proof goes on chain in that time, anyone can begin the exit. The contract then pays your wallet by this file, without our website and servers. With the same file you demand your balance on chain if only you are refused.',
    download: 'Download the exit file',
    asOf: 'As of block {block}, verified with the contract',
    keyOnly:
      'The newest proof has no leaves of yours yet. The file holds your exit key: with the published tree of a proof it is enough.',
    waiting: 'A newer file can be downloaded once the newest proof is on chain.',
    refused: 'The newest proof was not verified, so its file is not offered.',
    nothing: 'You have no balance in the newest proof, so there is nothing to redeem.',
    howWhat:
      'With this file and your wallet you can take your assets out of the vault contract without the website and servers of City Mint.',
    howWhen:
      'After 14 days without withdrawals, or without a new proof on chain, anyone can begin the exit. Each account then redeems each currency once.',
    howRun:
      'Open exit/index.html of the release in a browser, or run: node verify.mjs exit FILE --node URL. Both verify this file and state the transactions to send.',
    howRefused:
      'If others can withdraw and only you are refused, send the demand that both offer: your available balance is paid within 14 days for you to collect, or anyone can begin the exit for it.',
    howNewest:
      'Only the newest proof in the contract pays. For a newer proof than this file’s you also need its published tree, which anyone can mirror; your key in the file stays the same. Keep the file with verify.mjs or the exit page.',
    howKeep:
      'The file shows your balances, so do not publish it. It cannot move anything: only transactions of your own account count.',
  },
  journal: {
    title: 'The ledger’s journal',
    reach: 'Newest entry on chain',
    block: 'Anchored in block',
    at: 'Anchored at',
    run: 'Entries seal all transfers within seconds, and each hash covers the one before. With verify.mjs of the release anyone recomputes the chain since that block and compares it with the contract:',
  },
  history: { title: 'Owed and held over time', pick: 'Choose a day', older: 'Earlier days' },
  operator: {
    log: 'Operator log',
    title: 'The operator’s account',
    fromSuccesses: 'From minted rounds',
    fromFailures: 'From failed rounds',
    paidOut: 'Paid out',
    left: 'Balance',
    payouts: 'Payouts',
    noPayouts: 'Nothing has been paid to the operator yet.',
    approved: 'Proposed by {one}, approved by {other}',
    states: { approved: 'Approved', signed: 'To be collected', completed: 'Paid', returned: 'Returned' },
  },
};
