import type { Messages } from '../../messages.ts';

export const notices: Messages['notices'] = {
  region: 'सूचनाएँ',
  dismiss: 'यह सूचना फिर न दिखाएँ',
  kinds: { general: 'सूचना', maintenance: 'रखरखाव', important: 'महत्वपूर्ण' },
  offer: 'हिन्दी में पढ़ें?',
  preview: {
    title: 'पूर्वावलोकन: यह पाठ अभी प्रकाशित नहीं है',
    until: '{time} तक मान्य। पूर्वावलोकन में आप लॉग इन नहीं कर सकते और कोई धनराशि नहीं भेजी जाती।',
    end: 'पूर्वावलोकन समाप्त करें',
    expired: 'यह पूर्वावलोकन समाप्त हो चुका है। पेज पर प्रकाशित पाठ दिख रहा है।',
  },
};
