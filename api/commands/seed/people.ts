import { DAY_MS, HOUR_MS } from '#shared/rules/time.ts'
import { uniqueCode } from '#shared/rules/unique-code.ts'
import type { Random } from './random.ts'

export type Language = 'ko' | 'en'

/** The origin of a choice: the move since the reference, the own lean, or the offers' favorite. */
export type Style = 'momentum' | 'lean' | 'favorite'

/** A demo user. Instants are epoch milliseconds. */
export interface Person {
  subject: string
  nickname: string
  language: Language
  email: string
  uniqueCode: string
  isAdmin: number
  created: number
  lastLogin: number
  loginCount: number
  /** Probability of voting in a round. */
  activity: number
  /** Probability that a vote has a note. */
  talk: number
  /** Positive leans to up, negative to down; mostly within ±0.5. */
  lean: number
  style: Style
  /** Probability of knowing a round's outcome at a vote; 0 for nearly everybody. */
  skill: number
}

const ADMIN = 'Tidemark'
const KOREAN = (
  '새벽네시차트 물타기장인 존버는승리한다 여의도개미 김치프리미엄 손절은예술 비트코인할배 판교직장인 ' +
  '월급은비트로 차트보는간호사 해운대고래 단타하는곰 롱숏사이 횡보전문가 망원동트레이더 오늘도관망 ' +
  '호가창지킴이 분할매수 느린거북이 세력의그림자 캔들읽는남자 퇴근후차트 제주감귤투자 반감기기다림 ' +
  '무릎에사서 어깨에판다 확률로말해요 커피한잔비트 주말엔쉽니다 광화문불곰'
).split(' ')
const ENGLISH = (
  'satoshis_barber,RangeRider,MeanReversionMax,fundingwatch,nocturnal_quant,HodlHannah,thetaburn,' +
  'Lena K.,basis_trader,two_sigma_tim,Marcus in Oslo,liquidity_hunter,GreenCandleGus,' +
  'patient capital,deltaneutral,ChartSceptic,weekly_close,bagholder_bob,onchain_olga,' +
  'stopped out again,Priya,volcrush,TapeReader77,boring_is_good,coldstorage,MacroMike,' +
  'orderbook_owl,SundayGap,half_kelly'
).split(',')

/** Skills of a few users by position; early ones have a long record, the last one a short one. */
const SKILLS = new Map([
  [4, 0.55],
  [13, 0.55],
  [27, 0.45],
  [45, 0.65],
])

/** One admin, 30 Korean and 29 English users: most joined early, the last ones weeks ago. */
export function createPeople(random: Random, since: number, now: number): Person[] {
  const names = random.sample([...KOREAN, ...ENGLISH], KOREAN.length + ENGLISH.length)
  const codes = new Set<string>()
  const newCode = (): string => {
    const code = uniqueCode(Uint8Array.from({ length: 8 }, () => random.integer(0, 255)))
    if (codes.has(code)) return newCode()
    codes.add(code)
    return code
  }
  return [ADMIN, ...names].map((nickname, index, all) => {
    const subject = `demo-${String(index + 1).padStart(3, '0')}`
    const joined = since + (now - since) * 0.98 * (index / all.length) ** 2.2
    const skill = SKILLS.get(index) ?? 0
    const activity = skill > 0 ? 0.9 : 0.35 + 0.6 * random.next()
    return {
      subject,
      nickname,
      language: KOREAN.includes(nickname) ? 'ko' : 'en',
      email: `${subject}@demo.tidemark.invalid`,
      uniqueCode: newCode(),
      isAdmin: nickname === ADMIN ? 1 : 0,
      created: Math.floor(joined - random.next() * 40 * HOUR_MS),
      lastLogin: Math.floor(now - random.next() ** 2 * 9 * DAY_MS - 60_000),
      loginCount: random.integer(4, 160),
      activity: nickname === ADMIN ? 0 : activity,
      talk: Math.min(0.95, 0.12 + random.next() ** 1.6 * 0.85),
      lean: random.next() + random.next() - 1,
      style: random.pick(['momentum', 'momentum', 'lean', 'favorite']),
      skill,
    }
  })
}
