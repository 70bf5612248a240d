import type { Messages } from '../../messages.ts';

export const recipients: Messages['recipients'] = {
  title: 'पता पुस्तिका',
  text: 'केवल इस डिवाइस पर, साइन आउट करने तक।',
  own: 'मेरा वॉलेट',
  unnamed: 'कोई नाम नहीं',
  used: 'पहले इस्तेमाल किया गया',
  usedAt: 'पिछला इस्तेमाल {date}',
  entered: 'दर्ज किया गया पता',
  name: 'नाम',
  nameHint: 'अधिकतम {most} अक्षर, केवल आपको दिखेगा',
  nameThis: 'इस पते को नाम दें',
  rename: 'नाम बदलें',
  save: 'सहेजें',
  remove: 'हटाएँ',
  removeTitle: 'यह पता हटाएँ?',
  removeText: 'केवल इस डिवाइस से हटेगा, निकासी के रिकॉर्ड पर असर नहीं होगा।',
  resembles: 'इस पते की केवल शुरुआत और अंत आपके परिचित पते जैसे हैं, बीच का हिस्सा अलग है। यह नकली पता हो सकता है। हर अक्षर जाँचें।',
  similar: 'मिलता-जुलता पता',
};
