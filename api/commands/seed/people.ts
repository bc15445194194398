import { uniqueCode } from '#shared/rules/unique-code.ts'
import type { Dice } from './dice.ts'

export type Language = 'ko' | 'en'

/** Someone of the demo. Instants are epoch milliseconds. */
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
  /** How likely they vote in a round. */
  activity: number
  /** How likely a vote of theirs carries a note. */
  talk: number
  /** Above 0 they lean to up, below to down; most lie within ±0.5. */
  lean: number
}

/** The issuer of the demo's accounts: no sign-in ever has it, so nobody can sign in as one of them. */
export const DEMO_ISSUER = 'urn:tidemark:demo'
const DEMO_DOMAIN = 'demo.tidemark.invalid'

/** Writes the notices. */
const ADMIN = 'Tidemark'

const KOREAN = [
  ...['새벽네시차트', '물타기장인', '존버는승리한다', '여의도개미', '김치프리미엄', '손절은예술'],
  ...['비트코인할배', '판교직장인', '월급은비트로', '차트보는간호사', '해운대고래', '단타하는곰'],
  ...['롱숏사이', '횡보전문가', '망원동트레이더', '오늘도관망', '호가창지킴이', '분할매수'],
  ...['느린거북이', '세력의그림자', '캔들읽는남자', '퇴근후차트', '제주감귤투자', '반감기기다림'],
  ...['무릎에사서', '어깨에판다', '확률로말해요', '커피한잔비트', '주말엔쉽니다', '광화문불곰'],
] as const

const ENGLISH = [
  ...['satoshis_barber', 'RangeRider', 'MeanReversionMax', 'fundingwatch', 'nocturnal_quant'],
  ...['HodlHannah', 'thetaburn', 'Lena K.', 'basis_trader', 'two_sigma_tim', 'Marcus in Oslo'],
  ...['liquidity_hunter', 'GreenCandleGus', 'patient capital', 'deltaneutral', 'ChartSceptic'],
  ...['weekly_close', 'bagholder_bob', 'onchain_olga', 'stopped out again', 'Priya', 'volcrush'],
  ...['TapeReader77', 'boring_is_good', 'coldstorage', 'MacroMike', 'orderbook_owl', 'SundayGap'],
  ...['half_kelly'],
] as const

/**
 * The people of the demo: one admin, thirty Korean and twenty-nine English nicknames, who came one by
 * one in the first three quarters of the time from `since` to `now` (epoch ms).
 */
export function makePeople(dice: Dice, since: number, now: number): Person[] {
  const names = dice.some([...KOREAN, ...ENGLISH], KOREAN.length + ENGLISH.length)
  const codes = new Set<string>()
  const code = (): string => {
    const made = uniqueCode(Uint8Array.from({ length: 8 }, () => dice.whole(0, 255)))
    if (codes.has(made)) return code()
    codes.add(made)
    return made
  }
  const korean = new Set<string>(KOREAN)
  return [ADMIN, ...names].map((nickname, index, all) => {
    const number = String(index + 1).padStart(3, '0')
    const came = since + ((now - since) * 0.75 * index) / all.length
    return {
      subject: `demo-${number}`,
      nickname,
      language: korean.has(nickname) ? 'ko' : 'en',
      email: `demo-${number}@${DEMO_DOMAIN}`,
      uniqueCode: code(),
      isAdmin: nickname === ADMIN ? 1 : 0,
      created: Math.floor(came - dice.next() * 40 * 3_600_000),
      lastLogin: Math.floor(now - dice.next() ** 2 * 9 * 86_400_000 - 60_000),
      loginCount: dice.whole(4, 160),
      activity: nickname === ADMIN ? 0 : 0.35 + 0.6 * dice.next(),
      talk: Math.min(0.95, 0.12 + dice.next() ** 1.6 * 0.85),
      lean: dice.next() + dice.next() - 1,
    }
  })
}
