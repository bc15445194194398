import { texts } from '#shared/i18n/text.ts'

/** The page that checks a receipt from a file. */
export const verifyTexts = texts(
  {
    title: 'Verify a call',
    lead: 'Anybody can check a receipt here: whether the site accepted the call, whether it is in the public log unchanged, and whether its points follow from the signed prices.',
    'check.heading': 'Receipt',
    'check.file': 'Choose receipt.json, or drop it here',
    'check.private': 'The file stays on this device.',
    'check.running': 'Verifying the receipt',
    'check.failed': 'The keys of the site could not be read.',
    'check.tooLarge': 'This file is too large to be a receipt.',
    'check.noReceipt': 'This file is not a receipt.',
    'check.elsewhere':
      'This receipt is from the log {origin}, not from this site. It was checked with the keys in the file, which anybody could have made: open it on the site that it is from.',
    'check.renew': 'Get a new receipt.json from the page of the call.',
    'check.clear': 'Remove the file',
    'fact.author': 'Author',
    'fact.settles': 'Settles',
    'fact.call': 'Call',
    'fact.points': 'Points',
    'proves.heading': 'What a verified receipt proves',
    'proves.accepted':
      'The site accepted this call for these points, at the latest when the checkpoint of its round was signed.',
    'proves.unchanged': 'Any later change contradicts the receipt and every saved checkpoint.',
    'proves.witnesses': 'The witnesses of the log refuse to cosign such a change.',
    'proves.points': 'The points follow from the prices that the site has signed.',
    'not.heading': 'What it does not prove',
    'not.author': 'Who the author is: a receipt names a code.',
    'not.key': 'That a key is this site’s: compare it with one that you noted earlier.',
    'not.prices': 'That the prices are those of the exchange: compare the candle there.',
    'not.dropped':
      'That no call was dropped before the close, or added by the operator: only authors who keep their receipts can tell.',
    'keys.heading': 'Keys of the log',
    'keys.text':
      'The verifier keys of this site. Write them down, or compare them with a copy from another source.',
    'keys.where': 'For programs: {path}',
    'keys.failed': 'The keys could not be read.',
    'offline.heading': 'Without this site',
    'offline.text':
      'The program in the source code checks a receipt offline with a key that you know, or every call of a settled round against the log.',
  },
  {
    title: '예측 검증',
    lead: '누구나 여기서 접수증을 확인할 수 있습니다. 사이트가 예측을 접수했는지, 공개 로그에 바뀌지 않고 들어 있는지, 점수가 서명된 가격에 따른 것인지 확인합니다.',
    'check.heading': '접수증',
    'check.file': 'receipt.json을 선택하거나 여기에 끌어다 놓으세요',
    'check.private': '파일은 이 기기를 벗어나지 않습니다.',
    'check.running': '접수증을 확인하는 중',
    'check.failed': '사이트의 키를 읽지 못했습니다.',
    'check.tooLarge': '접수증이라기에는 파일이 너무 큽니다.',
    'check.noReceipt': '접수증 파일이 아닙니다.',
    'check.elsewhere':
      '이 접수증은 이 사이트가 아니라 로그 {origin}의 것입니다. 누구나 만들 수 있는 파일 속 키로 확인했으니, 접수증을 발급한 사이트에서 열어 보세요.',
    'check.renew': '예측 페이지에서 receipt.json을 새로 내려받으세요.',
    'check.clear': '파일 지우기',
    'fact.author': '작성자',
    'fact.settles': '결과 시각',
    'fact.call': '예측',
    'fact.points': '점수',
    'proves.heading': '확인된 접수증이 증명하는 것',
    'proves.accepted':
      '늦어도 라운드의 체크포인트에 서명한 때까지 사이트가 이 예측을 이 점수로 접수했습니다.',
    'proves.unchanged': '나중에 바꾸면 접수증과 저장된 모든 체크포인트에 어긋납니다.',
    'proves.witnesses': '로그의 증인들은 그렇게 바뀐 로그에 공동 서명을 거부합니다.',
    'proves.points': '점수는 사이트가 서명한 가격에 따른 것입니다.',
    'not.heading': '증명하지 않는 것',
    'not.author': '작성자가 누구인지: 접수증에는 코드만 있습니다.',
    'not.key': '키가 이 사이트의 것인지: 전에 적어 둔 키와 비교하세요.',
    'not.prices': '가격이 거래소의 가격인지: 거래소의 캔들과 비교하세요.',
    'not.dropped':
      '마감 전에 빠진 예측이나 운영자가 더한 예측이 없는지: 접수증을 보관한 작성자만 알 수 있습니다.',
    'keys.heading': '로그의 키',
    'keys.text': '이 사이트의 검증 키입니다. 적어 두거나 다른 출처의 사본과 비교하세요.',
    'keys.where': '프로그램용 주소: {path}',
    'keys.failed': '키를 읽지 못했습니다.',
    'offline.heading': '이 사이트 없이',
    'offline.text':
      '소스 코드에 있는 프로그램은 알고 있는 키로 접수증을 오프라인에서 확인하고, 결과가 나온 라운드의 모든 예측을 로그와 대조합니다.',
  },
)
