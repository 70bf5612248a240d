import type { Messages } from '../../messages.ts';

export const price: Messages['price'] = {
  title: 'FMC की कीमत का रुख',
  range: 'समय सीमा',
  ranges: {
    day: '1 दिन',
    week: '1 सप्ताह',
    month: '30 दिन',
    year: '1 वर्ष',
  },
  means: 'औसत और बदलाव',
  mean: 'औसत',
  change: 'बदलाव',
  oneHour: '1 घंटा',
  spot: 'पूल की मौजूदा कीमत',
  spotText: 'एक ही सौदा इसे बदल सकता है, इसलिए बदलाव और मूल्य में इसका उपयोग नहीं होता।',
  source: 'स्रोत: JU/FMC पूल के अंतिम ब्लॉक; हर कीमत उतनी ही गिनी जाती है जितनी देर वह रही।',
  until: '{time} तक का डेटा',
  none: 'अभी कोई चार्ट नहीं',
  noneText: 'पूरी अवधि की जानकारी होने पर ही कीमत दिखती है; बाकी खाली रहता है।',
  changes: 'पूल में {count} बदलाव',
  pick: 'समय चुनें',
};
