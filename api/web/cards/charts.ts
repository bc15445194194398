import { createFormat } from '#shared/i18n/format.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { bandPrices, type VoteChoice } from '#shared/rules/band.ts'
import { pointsOverTimePaths } from '#shared/rules/points-over-time.ts'
import { pricePath, weekScale } from '#shared/rules/week-scale.ts'
import type { RecordData, RoundData, VoteData } from './data.ts'
import { box, type CardElement, canvas, shape } from './element.ts'
import { BAND, COLORS, mark } from './theme.ts'

/** Space for the prices beside the line, pixels. */
const AXIS = 156

interface Size {
  width: number
  height: number
}

const stroke = (color: string, width: number, dash?: string) => ({
  fill: 'none',
  stroke: color,
  'stroke-width': width,
  'stroke-linejoin': 'round',
  ...(dash && { 'stroke-dasharray': dash }),
})

const plot = ({ width, height }: Size, ...children: CardElement[]) =>
  box(
    {
      width,
      height,
      position: 'relative',
      overflow: 'hidden',
      flexShrink: 0,
      background: COLORS.sunken,
      borderRadius: 12,
    },
    ...children,
  )

/** The zone of the price axis in which a direction comes out. */
function zoneOf(choice: VoteChoice, top: number, bottom: number, height: number) {
  if (choice === 'unknown') return null
  if (choice === 'up') return { y: 0, height: top }
  return choice === 'down'
    ? { y: bottom, height: height - bottom }
    : { y: top, height: bottom - top }
}

interface WeekOptions extends Size {
  locale: Locale
  /** The vote whose zone is emphasized. */
  vote?: VoteData
}

/** A price of the axis with its name, on its line. */
function level(text: string, y: number, height: number): CardElement {
  const top = Math.min(Math.max(y - 17, 4), height - 38)
  return box(
    {
      position: 'absolute',
      right: 12,
      top,
      padding: '2px 10px',
      borderRadius: 8,
      fontSize: 22,
      color: COLORS['text-soft'],
      background: COLORS.surface,
    },
    text,
  )
}

/** The week of a round over the band of ±5 %, as the interface draws it. */
export function weekChart(round: RoundData, options: WeekOptions): CardElement {
  const { refPrice, candles, refDate, closesAt, targetDate, settlePrice } = round
  const { width, height, locale, vote } = options
  if (refPrice === null) return plot(options)
  const scale = weekScale({ refDate, targetDate, refPrice, candles })
  const x = (time: number) => (scale.x(time) * (width - AXIS)) / 100
  const y = (price: number) => (scale.y(price) * height) / 100
  const format = createFormat(locale, 'UTC')
  const { up, down } = bandPrices(refPrice)
  const [top, middle, bottom] = [y(Number(up)), y(Number(refPrice)), y(Number(down))]
  const across = (at: number) => `M0 ${at}H${width}`
  const path = (d: string, look: ReturnType<typeof stroke>) => shape('path', { d, ...look })
  const area = (zone: { y: number; height: number }, fill: string, opacity: number) =>
    shape('rect', { x: 0, width, ...zone, fill, 'fill-opacity': opacity })
  const zone = vote && zoneOf(vote.choice, top, bottom, height)
  const line = pricePath(candles, { x, y })
  const shapes = [
    area({ y: top, height: bottom - top }, BAND, 1),
    zone && area(zone, COLORS[vote.choice], 0.16),
    path(across(top), stroke(COLORS.up, 2)),
    path(across(middle), stroke(COLORS['text-soft'], 2, '8 8')),
    path(across(bottom), stroke(COLORS.down, 2)),
    path(
      `M${x(refDate)} 0V${height}M${x(closesAt)} 0V${height}`,
      stroke(COLORS['line-strong'], 2, '4 8'),
    ),
    line !== '' && path(line, stroke(COLORS.text, 3)),
    settlePrice !== null &&
      shape('circle', {
        cx: x(targetDate),
        cy: y(Number(settlePrice)),
        r: 9,
        fill: COLORS.text,
        stroke: COLORS.surface,
        'stroke-width': 4,
      }),
  ]
  return plot(
    options,
    canvas(width, height, ...shapes.filter((one) => typeof one === 'object' && one !== null)),
    level(`+5% ${format.price(up, 0)}`, top, height),
    level(format.price(refPrice, 0), middle, height),
    level(`−5% ${format.price(down, 0)}`, bottom, height),
  )
}

/** A path in a box of 100 × 100, in pixels: the rasterizer would stretch its strokes. */
const inPixels = (path: string, { width, height }: Size) =>
  path.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${(Number(x) * width) / 100} ${(Number(y) * height) / 100}`,
  )

/** Points over time inside the area of luck. */
export function pointsChart({ course, before }: RecordData, size: Size): CardElement {
  const { line, band } = pointsOverTimePaths(course, before)
  const { width, height } = size
  return plot(
    size,
    canvas(
      width,
      height,
      shape('path', { d: inPixels(band, size), fill: COLORS.line }),
      shape('path', { d: `M0 ${height / 2}H${width}`, ...stroke(COLORS['line-strong'], 2, '8 8') }),
      shape('path', { d: inPixels(line, size), ...stroke(COLORS.text, 3) }),
    ),
  )
}

/** The three zones with their names, for the card of the site. */
export function zones(size: Size, names: Record<'up' | 'steady' | 'down', [string, string]>) {
  const row = (direction: 'up' | 'steady' | 'down') =>
    box(
      {
        flex: 1,
        alignItems: 'center',
        gap: 20,
        padding: '0 32px',
        fontSize: 34,
        background: direction === 'steady' ? BAND : COLORS.sunken,
        ...(direction !== 'down' && {
          borderBottom: `2px solid ${COLORS[direction === 'up' ? 'up' : 'down']}`,
        }),
      },
      mark(direction, 30),
      box({ fontWeight: 700, color: COLORS[direction], width: 200 }, names[direction][0]),
      box({ color: COLORS['text-soft'] }, names[direction][1]),
    )
  return box(
    { ...size, flexDirection: 'column', borderRadius: 12, overflow: 'hidden' },
    row('up'),
    row('steady'),
    row('down'),
  )
}
