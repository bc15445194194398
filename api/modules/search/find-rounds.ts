import { liveRound, waitingRound } from '#shared/rules/schedule.ts'

const DAY = /^(?:(\d{4})[-./])?(\d{1,2})[-./](\d{1,2})$/
const LIVE = new Set([
  'live',
  'open',
  '라이브',
  '진행',
  '진행중',
  '진행 중',
  '접수',
  '접수중',
  '접수 중',
])
const WAITING = new Set(['waiting', '대기', '대기중', '대기 중'])

/** Rounds that a query names: those with their reference or target on a day, or one by its reference. */
export type RoundQuery =
  | { refDate: number }
  /** Of any year when `year` is null. */
  | { year: number | null; month: number; day: number }

/** Reads a day (`2026-11-26`, `11/26`) or a word for one of the two unsettled rounds; null for anything else. */
export function parseRoundQuery(folded: string, now: number): RoundQuery | null {
  if (LIVE.has(folded)) return { refDate: liveRound(now).refDate }
  if (WAITING.has(folded)) return { refDate: waitingRound(now).refDate }
  const [, year, month, day] = DAY.exec(folded) ?? []
  if (month === undefined || day === undefined) return null
  return { year: year === undefined ? null : Number(year), month: Number(month), day: Number(day) }
}
