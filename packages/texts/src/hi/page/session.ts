import type { Messages } from '../../messages.ts';

export const session: Messages['session'] = {
  connectWallet: 'वॉलेट कनेक्ट करें',
  authorize: 'साइन इन करें',
  switchNetwork: 'नेटवर्क बदलें',
  disconnect: 'डिसकनेक्ट करें',
  notConnected: 'आपने अभी वॉलेट कनेक्ट नहीं किया है',
  notAuthorized: 'आपने अभी साइन इन नहीं किया है',
  wrongNetwork: 'कृपया नेटवर्क बदलें',
  walletChanged: 'कनेक्ट किया हुआ वॉलेट बदल गया है। आगे बढ़ने से पहले फिर से साइन इन करें',
  expired: 'साइन इन की अवधि समाप्त हो गई है। कृपया फिर से साइन इन करें',
  gateConnectText: 'देखने के लिए वॉलेट कनेक्ट करें। यह पेज सिर्फ़ पता पढ़ता है, आपके एसेट को छुआ नहीं जाता।',
  gateAuthorizeText: 'यह पता आपका है, यह साबित करने के लिए एक संदेश पर हस्ताक्षर करें। यह लेनदेन नहीं है और इसका कोई शुल्क नहीं लगता।',
  about: 'JU से शहरों के मिंट राउंड में भाग लें',
  example: 'उदाहरण',
  gateSwitchText: 'आपका वॉलेट अभी किसी दूसरी चेन पर है। {network} पर जाएँ।',
  readOnly: 'वॉलेट {network} पर नहीं है। अभी आप सिर्फ़ देख सकते हैं।',
  failure: {
    callFailedFinal: 'वॉलेट से अनुरोध असफल रहा',
    callFailed: 'वॉलेट से अनुरोध असफल रहा। कृपया फिर कोशिश करें',
  },
};
