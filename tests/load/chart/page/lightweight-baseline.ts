import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Candle } from '#shared/contract/candles.ts'
import { rounds } from './series.ts'
import type { Side } from './side.ts'

const isTimestamp = (seconds: number): seconds is UTCTimestamp => Number.isInteger(seconds)

/** A bar of lightweight-charts; its times are seconds. */
function barOf({ otime, oprice, hprice = oprice, lprice = oprice, cprice = oprice }: Candle) {
  const time = otime / 1000
  if (!isTimestamp(time)) throw new RangeError('not a whole second')
  const [open, high, low, close] = [Number(oprice), Number(hprice), Number(lprice), Number(cprice)]
  return { time, open, high, low, close }
}

/** lightweight-charts with the same candlesticks and volume, levels and legend, without vote lines. */
export function lightweightSide(place: HTMLElement, list: readonly Candle[]): Side {
  const bars = list.map(barOf).reverse()
  const volumes = list
    .map((candle) => ({ time: barOf(candle).time, value: Number(candle.volume) }))
    .reverse()
  const last = bars.at(-1)
  const reference = Number(rounds(list).target2.refPrice)
  const legend = document.createElement('div')
  let chart: IChartApi | null = null
  let series: ISeriesApi<'Candlestick'> | null = null

  const range = () => chart?.timeScale().getVisibleLogicalRange() ?? null
  const width = () => chart?.timeScale().width() ?? 1

  return {
    place,
    drawsInFrames: true,
    show() {
      const { clientWidth } = place
      const timeScale = { minBarSpacing: 0.05, rightOffset: 170 }
      chart = createChart(place, { width: clientWidth, height: 400, timeScale })
      series = chart.addSeries(CandlestickSeries, { priceFormat: { type: 'price' } })
      series.setData(bars)
      const volume = chart.addSeries(HistogramSeries, { priceScaleId: '' })
      volume.priceScale().applyOptions({ scaleMargins: { top: 0.85, bottom: 0 } })
      volume.setData(volumes)
      for (const ratio of [1.05, 1, 0.95]) {
        series.createPriceLine({ price: reference * ratio, lineStyle: LineStyle.Dashed })
      }
      place.append(legend)
      const shown = series
      chart.subscribeCrosshairMove(({ seriesData }) => {
        const bar = seriesData.get(shown)
        if (bar && 'open' in bar) {
          legend.textContent = `${bar.open} ${bar.high} ${bar.low} ${bar.close}`
        }
      })
      chart.timeScale().setVisibleLogicalRange({ from: 0, to: bars.length + 170 })
    },
    isDrawn: () => true,
    tick(price) {
      if (last) series?.update({ ...last, close: price })
    },
    hover(x) {
      const [, , cell] = place.querySelectorAll('td')
      const target = cell?.querySelector('canvas:last-of-type') ?? place.querySelector('canvas')
      const { left = 0, top = 0 } = target?.getBoundingClientRect() ?? {}
      const where = { clientX: left + x, clientY: top + 200, bubbles: true }
      target?.dispatchEvent(new MouseEvent('mousemove', where))
    },
    redraw() {
      series?.setData(bars)
    },
    pan(x) {
      const shown = range()
      if (!shown) return
      const by = (x / width()) * (shown.to - shown.from)
      chart?.timeScale().setVisibleLogicalRange({ from: shown.from + by, to: shown.to + by })
    },
    zoom(turn) {
      const shown = range()
      if (!shown) return
      const factor = Math.exp(turn * 0.002)
      const anchor = (shown.from + shown.to) / 2
      const from = anchor - (anchor - shown.from) * factor
      chart
        ?.timeScale()
        .setVisibleLogicalRange({ from, to: from + (shown.to - shown.from) * factor })
    },
    async limit(hours) {
      const first = hours === null ? 0 : bars.length - hours
      const end = hours === null ? bars.length + 170 : bars.length
      chart?.timeScale().setVisibleLogicalRange({ from: first, to: end })
      await nextFrame()
    },
    hide() {
      chart?.remove()
      legend.remove()
      chart = null
      series = null
    },
  }
}

/** The library draws with the next frame. */
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
