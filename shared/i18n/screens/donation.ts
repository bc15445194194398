import { texts } from '#shared/i18n/text.ts'

export const donationTexts = texts(
  {
    'donation.heading': 'Donation',
    'donation.lead':
      'Tidemark is free to use. If it is worth something to you, you can help to pay for its servers.',
    'donation.fine':
      'A donation is voluntary and is not refunded. It buys no points, no rank and no other advantage.',
    'donation.terms': 'Terms of Service',
    'donation.heart': 'Send a heart',
    'donation.thanks': 'Thank you!',
    'donation.btc.name': 'Bitcoin',
    'donation.eth.name': 'Ethereum',
    'donation.btc.address': 'BTC address',
    'donation.eth.address': 'ETH address',
    'donation.btc.select': 'BTC: select the address',
    'donation.eth.select': 'ETH: select the address',
    'donation.btc.network': 'Send only BTC on the Bitcoin network. Anything else is lost.',
    'donation.eth.network': 'Send only ETH on the Ethereum network. Anything else is lost.',
    'donation.copy': 'Copy',
    'donation.btc.copy': 'Copy the BTC address',
    'donation.eth.copy': 'Copy the ETH address',
    'donation.copied': 'Address copied to clipboard!',
    'donation.copyFailed': 'Copy failed',
    'donation.none': 'No address is set up for this coin.',
    'donation.example': 'Example address. Do not send anything: nobody can spend it.',
  },
  {
    'donation.heading': '후원',
    'donation.lead':
      '타이드마크는 무료입니다. 도움이 되었다면 서버를 유지하는 데 힘을 보태 주실 수 있습니다.',
    'donation.fine':
      '후원은 자발적이며 환불되지 않습니다. 점수나 순위를 포함해 어떤 혜택도 따르지 않습니다.',
    'donation.terms': '이용약관',
    'donation.heart': '하트 보내기',
    'donation.thanks': '고맙습니다!',
    'donation.btc.name': '비트코인',
    'donation.eth.name': '이더리움',
    'donation.btc.address': 'BTC 주소',
    'donation.eth.address': 'ETH 주소',
    'donation.btc.select': 'BTC: 주소 선택',
    'donation.eth.select': 'ETH: 주소 선택',
    'donation.btc.network':
      '비트코인 네트워크의 BTC만 보내 주세요. 다른 자산은 되찾을 수 없습니다.',
    'donation.eth.network':
      '이더리움 네트워크의 ETH만 보내 주세요. 다른 자산은 되찾을 수 없습니다.',
    'donation.copy': '복사',
    'donation.btc.copy': 'BTC 주소 복사',
    'donation.eth.copy': 'ETH 주소 복사',
    'donation.copied': '주소를 클립보드에 복사했습니다!',
    'donation.copyFailed': '복사하지 못했습니다',
    'donation.none': '이 코인의 주소가 설정되어 있지 않습니다.',
    'donation.example': '예시 주소입니다. 아무도 쓸 수 없는 주소이니 송금하지 마세요.',
  },
)
