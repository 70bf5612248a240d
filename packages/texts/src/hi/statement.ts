import type { KindTexts, StatementTexts } from '../statement-texts.ts';

export const kinds: KindTexts = {
  deposit: 'रिचार्ज',
  'withdrawal-request': 'निकासी का अनुरोध',
  'withdrawal-done': 'निकासी पूरी',
  'withdrawal-returned': 'निकासी वापस',
  'unknown-payment': 'वॉल्ट का भुगतान (बाद में दर्ज)',
  'operator-payout': 'ऑपरेटर को भुगतान',
  join: 'मिंट में भागीदारी',
  'principal-return': 'मूलधन वापस',
  'mint-fee': 'मिंट शुल्क',
  reward: 'आमंत्रण पुरस्कार',
  loss: 'नुकसान',
  compensation: 'रिज़र्व से मुआवज़ा',
  mint: 'FMC, पहला स्टेज',
  distribute: 'FMC, बाद का स्टेज',
  'hash-rate-output': 'हैश पावर से आय',
  'node-output': 'नोड पूल से आय',
  'level-output': 'लेवल पूल से आय',
  split: 'रिज़र्व के अधिशेष का हिस्सा',
};

/** The texts of a statement's table in Hindi. */
export const statement: StatementTexts = {
  head: ['समय (UTC)', 'मुद्रा', 'खाता', 'प्रकार', 'विवरण', 'जमा', 'निकासी', 'शेष', 'ट्रांसफ़र संख्या'],
  opening: 'आरंभिक शेष',
  closing: 'अंतिम शेष',
  accounts: { available: 'उपलब्ध', 'in-rounds': 'राउंड में', withdrawing: 'निकासी जारी' },
  kinds,
};
