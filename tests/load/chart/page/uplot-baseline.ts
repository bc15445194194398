import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { getDrawing } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Candle } from '#shared/contract/candles.ts'
import { rounds } from './series.ts'
import type { Side } from './side.ts'

const COLOURS = { up: '#1a5cc8', steady: '#17703a', down: '#bd2a2a' } as const

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A typical uPlot readout: price, change and time under the pointer. */
function readoutOf(plot: UPlot, reference: number) {
  const box = plot.over.appendChild(document.createElement('div'))
  box.style.cssText = 'position: absolute; top: 8px; pointer-events: none; white-space: nowrap'
  const parts = Array.from({ length: 3 }, () => box.appendChild(document.createElement('span')))
  return () => {
    const { idx, left = 0 } = plot.cursor
    const price = idx === null || idx === undefined ? null : plot.data[1]?.[idx]
    const time = plot.data[0]?.[idx ?? -1]
    if (price === null || price === undefined || time === undefined) return
    const change = (price / reference - 1) * 100
    const texts = [price.toFixed(2), `${change.toFixed(2)}%`, day.format(time * 1000)]
    parts.forEach((part, at) => {
      part.textContent = texts[at] ?? ''
    })
    box.style.transform = `translateX(${left}px)`
  }
}

/** uPlot with the same price, lines and readout, without band and vote counts. */
export function uplotSide(place: HTMLElement, list: readonly Candle[]): Side {
  const oldest = list.at(-1)?.otime ?? 0
  const { target1, target2 } = rounds(list)
  const { lines } = getDrawing({ kind: 'write', choice: 'up' }, { target1, target2 }, oldest)
  const price = new Map(list.map(({ otime, oprice }) => [otime, Number(oprice)]))
  const instants = new Set([...price.keys(), ...lines.map(({ to }) => to.x)])
  const times = [...instants].sort((a, b) => a - b)
  const walk = times.map((time) => price.get(time) ?? null)
  const calls = lines.map(({ from, to }) =>
    times.map((time) => (time === from.x ? from.y : time === to.x ? to.y : null)),
  )
  const data: UPlot.AlignedData = [times.map((time) => time / 1000), walk, ...calls]
  const reference = Number(target2.refPrice)
  const last = walk.findLastIndex((value) => value !== null)

  const options: UPlot.Options = {
    width: place.clientWidth,
    height: 400,
    legend: { show: false },
    axes: [{}, { side: 1 }],
    series: [
      {},
      { label: 'price', stroke: '#13202c', width: 1.5, points: { show: false } },
      ...lines.map(({ key, direction, solid }) => ({
        label: key,
        stroke: COLOURS[direction],
        width: 1.5,
        dash: solid ? [] : [4, 6],
        spanGaps: true,
        points: { show: true, size: 2 },
      })),
    ],
  }
  let plot: UPlot | null = null
  let tell = () => {}
  let isDrawn = false
  const draw = () => {
    isDrawn = true
  }
  options.hooks = { setCursor: [() => tell()], draw: [draw] }

  return {
    place,
    drawsInFrames: false,
    show() {
      isDrawn = false
      plot = new UPlot(options, data, place)
      tell = readoutOf(plot, reference)
    },
    isDrawn: () => isDrawn,
    async tick(value) {
      walk[last] = value
      plot?.setData(data, false)
      plot?.redraw(true, false)
      await Promise.resolve()
    },
    hover(x) {
      const over = plot?.over
      const { left = 0, top = 0 } = over?.getBoundingClientRect() ?? {}
      const where = { clientX: left + x, clientY: top + 200, movementX: 1, bubbles: true }
      over?.dispatchEvent(new MouseEvent('mousemove', where))
    },
    async redraw() {
      plot?.setData(data)
      await Promise.resolve()
    },
    pan() {},
    zoom() {},
    async limit() {},
    hide() {
      plot?.destroy()
      plot = null
    },
  }
}
