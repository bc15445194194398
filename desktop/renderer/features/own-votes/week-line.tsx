import { useLanguage, useTexts } from '#desktop/renderer/platform/services.ts'
import type { OwnVote } from '#shared/contract/profile.ts'
import type { Target } from '#shared/contract/summary.ts'
import { weekTexts } from '#shared/i18n/screens/own-votes.ts'
import { bandPrices } from '#shared/rules/band.ts'
import { type Frame, polyline, positionIn, rangeOf } from './value-over-time.ts'
import { useWeek } from './week.ts'
import styles from './week-line.module.css'

interface WeekLineProps {
  target: Target
  /** Own vote in the round; its entry is marked. */
  vote: Pick<OwnVote, 'created' | 'enteredAt' | 'entryPrice'> | undefined
}

/** The price of the last seven days, the round's band since its reference, and the own entry. */
export function WeekLine({ target, vote }: WeekLineProps) {
  const { format } = useLanguage()
  const weekText = useTexts(weekTexts)
  const { data: candles } = useWeek()
  const week = candles?.map(({ otime, oprice }) => ({ x: otime, y: Number(oprice) })).reverse()
  const [first, last] = [week?.[0], week?.at(-1)]
  if (!week || !first || !last || target.refPrice === null) return null
  const { up, down } = bandPrices(target.refPrice)
  const frame: Frame = { x: [first.x, last.x], y: rangeOf(week, Number(up), Number(down)) }
  const corner = positionIn(frame, { x: Date.parse(target.refDate), y: Number(up) })
  const bottom = positionIn(frame, { x: last.x, y: Number(down) }).y
  const [low, high] = rangeOf(week)
  const text = (value: number) => format.price(String(value), 0)
  const bounds = { down: format.price(down, 0), up: format.price(up, 0) }
  return (
    <div className={styles.week}>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={weekText('week.label', { low: text(low), high: text(high), ...bounds })}
      >
        <rect
          className={styles.band}
          x={corner.x}
          y={corner.y}
          width={100 - corner.x}
          height={Math.max(0, bottom - corner.y)}
        />
        <polyline points={polyline(frame, week)} />
      </svg>
      {vote && <Entry frame={frame} vote={vote} />}
    </div>
  )
}

function Entry({ frame, vote }: { frame: Frame; vote: NonNullable<WeekLineProps['vote']> }) {
  const { format } = useLanguage()
  const weekText = useTexts(weekTexts)
  const { created, enteredAt = created, entryPrice } = vote
  if (entryPrice === null) return null
  const { x, y } = positionIn(frame, { x: Date.parse(enteredAt), y: Number(entryPrice) })
  const label = weekText('week.entry', { price: format.price(entryPrice, 0) })
  return (
    <span
      className={styles.entry}
      role="img"
      aria-label={label}
      title={label}
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  )
}
