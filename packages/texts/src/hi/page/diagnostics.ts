import type { Messages } from '../../messages.ts';

export const diagnostics: Messages['diagnostics'] = {
  title: 'डायग्नोस्टिक्स',
  show: 'डायग्नोस्टिक्स दिखाएँ',
  hide: 'डायग्नोस्टिक्स छिपाएँ',
  copy: 'डायग्नोस्टिक्स कॉपी करें',
  note: 'इसमें साइन-इन टोकन, हस्ताक्षर या अनुरोध की सामग्री नहीं है।',
  release: 'पेज का संस्करण',
  device: 'ब्राउज़र',
  chain: 'चेन',
  contracts: 'कॉन्ट्रैक्ट',
  wallet: 'वॉलेट',
  stage: 'सत्र का चरण',
  live: 'लाइव इवेंट',
  calls: 'हाल की कॉल',
  noCalls: 'अभी कोई कॉल नहीं',
};
