import type { Messages } from '../../messages.ts';

export const practice: Messages['practice'] = {
  title: 'एक राउंड आज़माएँ',
  text: 'नकली पैसा, सिर्फ़ इस डिवाइस पर गणना: कुछ भेजा या हस्ताक्षरित नहीं होता। शर्तें और रिज़र्व {city} के राउंड के हैं; बाकी भागीदार काल्पनिक हैं।',
  join: '{amount} नकली JU से शामिल हों',
  skip: 'नतीजा देखें',
  filled: 'जुटाया गया',
  ofQuota: '{quota} JU में से',
  joined: 'आप {rank}वें हैं',
  seeFailed: 'असफल होते देखें',
  seeMinted: 'भरते देखें',
  done: 'हो गया',
  none: 'आज़माने के लिए अभी कोई राउंड नहीं',
  noneText: 'राउंड की घोषणा होने पर आप उसे यहाँ आज़मा सकते हैं।',
};
