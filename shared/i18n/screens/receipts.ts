import { texts } from '#shared/i18n/text.ts'

/** The verification of a vote's receipt. */
export const receiptTexts = texts(
  {
    'receipt.loading': 'Verifying the receipt',
    'receipt.failed': 'The receipt could not be verified now.',
    'receipt.failedAgain': 'It could not be verified again; this is the last result.',
    'receipt.verified': 'Verified: this call is in the log, unchanged.',
    'receipt.roundOnly':
      'Verified for its round alone: this call is unchanged in the tree that the site signed for the round. This file does not prove that it is in the log.',
    'receipt.open': 'Signed by the site. It enters the log when its round closes.',
    'receipt.noProof':
      'Signed by the site. Its round has closed, but this receipt has no proof that the call is in the log.',
    'receipt.refused':
      'This receipt does not verify. Keep it: it shows that something was changed.',
    'receipt.unknownKey': 'Consistent, but signed by a key that this device has not seen before.',
    'receipt.elsewhere': 'Consistent, but from another site.',
    'receipt.firstKey':
      'Checked with the key that the site shows now. This device remembers it and warns of another one.',
    'receipt.compareKey':
      'The site may have renewed its key, or somebody else may have signed. Compare this fingerprint with one from another source before you trust it.',
    'receipt.trustKey': 'Trust this key',
    'receipt.others': 'Only the author of a call holds its receipt.',
    'receipt.stored': 'Checked against the receipt that was kept on this device.',
    'receipt.served': 'No receipt is kept on this device; the one of the site was checked.',
    'receipt.download': 'Download receipt.json',
    'receipt.downloadProof': 'Download receipt.tlog-proof',
    'receipt.differs': 'The site shows another receipt than the one kept on this device.',
    'receipt.differsWhy':
      'If you changed this call on another device, accept the new one. If not, keep both: together they show that the site changed your call.',
    'receipt.kept': 'Kept on this device',
    'receipt.servedNow': 'Shown by the site now',
    'receipt.statement':
      '{direction} · {hit} if right · {miss} if wrong · carried {carried} · {time}',
    'receipt.downloadBoth': 'Download both',
    'receipt.accept': 'Accept the new one',
    'sealing.inTime': 'Sealed {time}, by the site’s own word.',
    'sealing.late':
      'Sealed late, {time}, by the site’s own word: more than ten minutes after the close. Until then it could have been changed.',
    'sealing.entry': 'Entry {index} of the log, which had {size} entries then.',
    'sealing.witness': 'Cosigned by {name}, {time}.',
    'step.format': 'Format',
    'step.key': 'Key in the list',
    'step.signature': 'Signature of the receipt',
    'step.time': 'Accepted while the round was open',
    'step.path': 'Path to the root of the tree',
    'step.checkpoint': 'Signature of the root',
    'step.points': 'Points from the signed prices',
    'state.passed': 'correct',
    'state.failed': 'wrong',
    'state.waiting': 'not yet',
    'state.skipped': 'not checked',
  },
  {
    'receipt.loading': '접수증을 확인하는 중',
    'receipt.failed': '지금은 접수증을 확인할 수 없습니다.',
    'receipt.failedAgain': '다시 확인하지 못했습니다. 마지막으로 확인한 결과입니다.',
    'receipt.verified': '확인됨: 이 예측은 바뀌지 않은 채 로그에 들어 있습니다.',
    'receipt.roundOnly':
      '라운드 안에서만 확인됨: 이 예측은 사이트가 그 라운드에 대해 서명한 트리에 바뀌지 않은 채 들어 있습니다. 로그에 들어 있다는 것은 이 파일로 증명되지 않습니다.',
    'receipt.open': '사이트가 서명했습니다. 라운드가 마감되면 로그에 들어갑니다.',
    'receipt.noProof':
      '사이트가 서명했습니다. 라운드는 마감됐지만, 이 접수증에는 예측이 로그에 들어 있다는 증명이 없습니다.',
    'receipt.refused': '접수증이 맞지 않습니다. 무언가 바뀌었다는 증거이니 보관하세요.',
    'receipt.unknownKey': '내용은 서로 맞지만, 이 기기가 처음 보는 키로 서명되었습니다.',
    'receipt.elsewhere': '내용은 서로 맞지만, 다른 사이트의 것입니다.',
    'receipt.firstKey':
      '사이트가 지금 공개한 키로 확인했습니다. 이 기기가 키를 기억해 두었다가 다른 키가 나오면 알려 드립니다.',
    'receipt.compareKey':
      '사이트가 키를 새로 바꿨거나 다른 사람이 서명했을 수 있습니다. 신뢰하기 전에 이 지문을 다른 출처의 것과 비교하세요.',
    'receipt.trustKey': '이 키를 신뢰',
    'receipt.others': '접수증은 예측한 사람만 가지고 있습니다.',
    'receipt.stored': '이 기기에 보관된 접수증으로 확인했습니다.',
    'receipt.served': '이 기기에 보관된 접수증이 없어 사이트의 것을 확인했습니다.',
    'receipt.download': 'receipt.json 내려받기',
    'receipt.downloadProof': 'receipt.tlog-proof 내려받기',
    'receipt.differs': '사이트가 이 기기에 보관된 것과 다른 접수증을 보여 주고 있습니다.',
    'receipt.differsWhy':
      '다른 기기에서 이 예측을 바꿨다면 새 접수증을 받아들이세요. 그렇지 않다면 둘 다 보관하세요. 사이트가 예측을 바꿨다는 증거가 됩니다.',
    'receipt.kept': '이 기기에 보관됨',
    'receipt.servedNow': '사이트가 지금 보여 주는 것',
    'receipt.statement': '{direction} · 맞힐 때 {hit} · 틀릴 때 {miss} · 이월 {carried} · {time}',
    'receipt.downloadBoth': '둘 다 내려받기',
    'receipt.accept': '새 접수증 받아들이기',
    'sealing.inTime': '사이트가 밝힌 봉인 시각: {time}',
    'sealing.late':
      '늦게 봉인됨: 사이트가 밝힌 시각은 {time}이며 마감 후 10분이 지났습니다. 그때까지는 바뀌었을 수 있습니다.',
    'sealing.entry': '당시 항목 {size}개인 로그의 {index}번째 항목입니다.',
    'sealing.witness': '{name} 공동 서명, {time}',
    'step.format': '형식',
    'step.key': '목록에 있는 키',
    'step.signature': '접수증의 서명',
    'step.time': '라운드가 열려 있을 때 접수됨',
    'step.path': '트리 루트까지의 경로',
    'step.checkpoint': '루트의 서명',
    'step.points': '서명된 가격에 따른 점수',
    'state.passed': '일치',
    'state.failed': '불일치',
    'state.waiting': '아직 없음',
    'state.skipped': '확인 안 함',
  },
)
