import type { VoteChoice } from '#shared/rules/band.ts'
import type { Language } from './people.ts'

type NonEmpty = readonly [string, ...string[]]

/**
 * Building blocks of notes. Placeholders: {ref} {up} {down} {price} (whole dollars), {move} (percent
 * since the reference), {vol} (percent per day), {days} (to the target).
 */
interface NoteTexts {
  titles: Readonly<Record<VoteChoice, NonEmpty>>
  reasons: Readonly<Record<VoteChoice, NonEmpty>>
  closings: NonEmpty
  quote: string
  link: readonly [text: string, url: string]
  directions: Readonly<Record<'up' | 'steady' | 'down', string>>
  oddsHeader: readonly [string, string]
  levels: NonEmpty
}

const ko: NoteTexts = {
  titles: {
    up: [
      '이번 주는 {up} 돌파 봅니다',
      '상승. 눌림마다 받아주는 손이 있음',
      '{price}에서 매물 다 소화했네요, 상승',
      '기준가 대비 {move}, 아직 덜 왔다',
    ],
    steady: [
      '{down}~{up} 안에서 끝납니다',
      '하루 변동성 {vol}인데 5%는 멀다',
      '남은 {days}일, 보합이 합리적',
      '보합. {price}면 딱 가운데',
      '재료 소멸. {ref} 근처로 수렴',
    ],
    down: [
      '{down} 아래로 한 번 더 빠집니다',
      '고점이 계속 낮아지는 중',
      '{price}에서 매도벽이 두껍습니다',
      '기준가 대비 {move}, 흐름을 거스르지 않기',
    ],
    unknown: ['솔직히 모르겠습니다', '{ref}에서 양쪽 다 말이 됨', '발표 앞두고는 판단 보류'],
  },
  reasons: {
    up: [
      '<strong>{ref}</strong> 부근을 세 번 눌렀는데 매번 저점이 높아졌습니다.',
      '펀딩비가 며칠째 0 근처인데 가격은 안 빠집니다.',
      '현물 매수가 선물을 끌고 가는 흐름이라 되돌림이 얕습니다.',
    ],
    steady: [
      '최근 60일 변동성이 하루 {vol} 정도입니다. 남은 {days}일 동안 ±5%를 벗어날 확률은 낮아요.',
      '위로는 {up}에 대기 매도, 아래로는 {down}에 대기 매수. 둘 다 두껍습니다.',
      '주말 거래량이 평일의 절반입니다. <em>움직이는 척</em>만 하다 돌아옵니다.',
    ],
    down: [
      '반등할 때마다 거래량이 줄어듭니다.',
      '{ref} 위에서 머문 시간이 너무 짧습니다. 되돌림 실패로 봅니다.',
      '아래로 {down}까지 받쳐 줄 매물대가 없습니다.',
    ],
    unknown: [
      '상승 근거와 하락 근거를 적어 보니 개수가 똑같았습니다.',
      '지표 발표가 라운드 중간에 있어서 다음 라운드에 들어가겠습니다.',
    ],
  },
  closings: ['결과로 배우겠습니다.', '반대 의견 환영합니다.', '목요일 아침 9시에 다시 봅시다.'],
  quote: '확신이 클수록 크기를 줄여라.',
  link: ['비트코인 백서', 'https://bitcoin.org/bitcoin.pdf'],
  directions: { up: '상승', steady: '보합', down: '하락' },
  oddsHeader: ['시나리오', '제 확률'],
  levels: [
    '저항 <strong>{up}</strong>',
    '기준 {ref}',
    '현재 {price}',
    '지지 <strong>{down}</strong>',
  ],
}

const en: NoteTexts = {
  titles: {
    up: [
      'Closing above {up} this week',
      'Higher lows into resistance: up',
      'Thin book between {price} and {up}',
      'Up {move} already and it does not look tired',
    ],
    steady: [
      'Stuck between {down} and {up}',
      '{vol} a day does not make 5 %',
      'Only {days} days left, staying steady',
      'Right in the middle at {price}',
      'Back to {ref} by the target',
    ],
    down: [
      '{down} gets tested before the target',
      'Lower highs, lower lows, down',
      'Down. Sellers at {price} are not moving',
      'Trend is {move} and I will not argue',
    ],
    unknown: ['No edge here, sitting out', 'Coin flip at {ref}', 'Waiting for the data'],
  },
  reasons: {
    up: [
      'Sellers pushed into <strong>{ref}</strong> three times and every low was higher than the last.',
      'Funding has been flat for days while price refuses to drop.',
      'Spot is leading perps, so pullbacks stay shallow.',
    ],
    steady: [
      'Realized volatility is about {vol} a day. With {days} days to go, leaving the band is unlikely.',
      'Offers at {up}, bids at {down}, both heavy.',
      'Weekend moves <em>look</em> big and then come back.',
    ],
    down: [
      'Each bounce comes with less volume.',
      'We spent a few hours above {ref} and fell right back. That is a failed reclaim.',
      'There is hardly any traded volume between here and {down}.',
    ],
    unknown: [
      'I listed the reasons for both sides and ended up with the same number on each.',
      'The release falls in the middle of the round. I will come back for the next one.',
    ],
  },
  closings: ['Happy to be told why I am wrong.', 'Small conviction.', 'Not advice, just my notes.'],
  quote: 'The bigger the conviction, the smaller the size.',
  link: ['the white paper', 'https://bitcoin.org/bitcoin.pdf'],
  directions: { up: 'Up', steady: 'Steady', down: 'Down' },
  oddsHeader: ['Scenario', 'My odds'],
  levels: [
    'Resistance <strong>{up}</strong>',
    'Reference {ref}',
    'Now {price}',
    'Support <strong>{down}</strong>',
  ],
}

export const NOTE_TEXTS: Readonly<Record<Language, NoteTexts>> = { ko, en }
