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
    up: ['이번 주는 {up} 돌파 봅니다', '{price}에서 매물 다 소화했네요', '{move}, 아직 덜 왔다'],
    steady: ['{down}~{up} 안에서 끝납니다', '남은 {days}일, 보합이 합리적', '{price}면 딱 가운데'],
    down: ['{down} 아래로 한 번 더', '{price}에서 매도벽이 두껍습니다', '{move}, 흐름대로 하락'],
    unknown: ['솔직히 모르겠습니다', '{ref}에서 양쪽 다 말이 됨'],
  },
  reasons: {
    up: ['<strong>{ref}</strong> 위에서 저점이 높아졌습니다.', '펀딩비가 0인데 안 빠집니다.'],
    steady: ['변동성이 하루 {vol} 정도입니다.', '주말엔 <em>움직이는 척</em>만 합니다.'],
    down: ['반등마다 거래량이 줄어듭니다.', '{down}까지 받쳐 줄 매물대가 없습니다.'],
    unknown: ['상승 근거와 하락 근거의 개수가 똑같았습니다.'],
  },
  closings: ['결과로 배우겠습니다.', '반대 의견 환영합니다.', '목요일 아침 9시에 다시 봅시다.'],
  quote: '확신이 클수록 크기를 줄여라.',
  link: ['비트코인 백서', 'https://bitcoin.org/bitcoin.pdf'],
  directions: { up: '상승', steady: '보합', down: '하락' },
  oddsHeader: ['시나리오', '제 확률'],
  levels: ['저항 <strong>{up}</strong>', '기준 {ref}', '지지 <strong>{down}</strong>'],
}

const en: NoteTexts = {
  titles: {
    up: ['Closing above {up} this week', 'Thin book above {price}', 'Up {move} and not tired'],
    steady: ['Stuck between {down} and {up}', 'Only {days} days left', 'In the middle at {price}'],
    down: ['{down} gets tested', 'Sellers at {price} are not moving', 'Trend is {move}: down'],
    unknown: ['No edge here, sitting out', 'Coin flip at {ref}'],
  },
  reasons: {
    up: ['Every low above <strong>{ref}</strong> was higher.', 'Spot is leading perps.'],
    steady: ['Realized volatility is {vol} a day.', 'Weekend moves <em>look</em> big.'],
    down: ['Each bounce comes with less volume.', 'No traded volume down to {down}.'],
    unknown: ['I found the same number of reasons for both sides.'],
  },
  closings: ['Happy to be told why I am wrong.', 'Small conviction.', 'Not advice, just my notes.'],
  quote: 'The bigger the conviction, the smaller the size.',
  link: ['the white paper', 'https://bitcoin.org/bitcoin.pdf'],
  directions: { up: 'Up', steady: 'Steady', down: 'Down' },
  oddsHeader: ['Scenario', 'My odds'],
  levels: [
    'Resistance <strong>{up}</strong>',
    'Reference {ref}',
    'Support <strong>{down}</strong>',
  ],
}

export const NOTE_TEXTS: Readonly<Record<Language, NoteTexts>> = { ko, en }
