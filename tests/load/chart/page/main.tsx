import '#desktop/renderer/app/styles/tokens.css'
import '#desktop/renderer/app/styles/base.css'
import { lightweightSide } from './lightweight-baseline.ts'
import { ownSide } from './own.tsx'
import { candles } from './series.ts'
import type { Side } from './side.ts'
import { uplotSide } from './uplot-baseline.ts'

/** Durations of single actions, milliseconds; pan and zoom are whole frames. */
interface Samples {
  show: number[]
  tick: number[]
  hover: number[]
  redraw: number[]
  panAll: number[]
  zoomAll: number[]
  panCandlesticks: number[]
  zoomCandlesticks: number[]
}

/** Maximum time of one drawing. */
const DRAWING_LIMIT_MS = 10_000
const SHOWS = 40
const TICKS = 30
const SWEEPS = 60
/** Pointer moves per measurement; one alone is below the timer's resolution. */
const MOVES = 25
const REDRAWS = 40
const FRAMES = 120
/** Warm-up rounds of each action. */
const WARM_UP = 5
/** The product draws at most four prices per second. */
const TICK_GAP_MS = 260
/** Hours in the view of candlesticks: the most that the product draws as such. */
const CANDLESTICKS = 400

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Forces layout and the pixels of the canvases instead of waiting for the next frame. */
function settle({ place }: Side): void {
  place.getBoundingClientRect()
  for (const canvas of place.querySelectorAll('canvas')) {
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1)
  }
}

async function timed(side: Side, act: () => Promise<void> | void): Promise<number> {
  if (side.drawsInFrames) return frameOf(side, act)
  const begin = performance.now()
  await act()
  settle(side)
  return performance.now() - begin
}

/** Time from an input to the pixels of its frame, without the wait for the frame. */
async function frameOf(side: Side, act: () => unknown): Promise<number> {
  let start = 0
  requestAnimationFrame(() => {
    start = performance.now()
  })
  const begin = performance.now()
  act()
  const input = performance.now() - begin
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      settle(side)
      resolve(input + performance.now() - start)
    })
  })
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** Time to the pixels of the whole first drawing, however many tasks it takes. */
const firstRender = (side: Side) =>
  timed(side, async () => {
    side.show()
    if (side.drawsInFrames) return
    const end = performance.now() + DRAWING_LIMIT_MS
    while (!side.isDrawn()) {
      if (performance.now() > end) throw new Error(`not drawn within ${DRAWING_LIMIT_MS} ms`)
      await nextTask()
    }
  })

const picturesOf = ({ place }: Side) =>
  [...place.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())

/** Throws where a chart draws on after the end of its first render. */
async function proveComplete(side: Side): Promise<void> {
  const before = picturesOf(side)
  await pause(300)
  const after = picturesOf(side)
  if (before.length === after.length && before.every((one, at) => one === after[at])) return
  throw new Error(`the first render of ${side.place.id} is measured too early`)
}

function sweep(side: Side): number {
  const begin = performance.now()
  for (let move = 0; move < MOVES; move++) {
    // Back and forth, so that each move hits another hour.
    side.hover(40 + ((move * 307) % 800))
    side.place.getBoundingClientRect()
  }
  return (performance.now() - begin) / MOVES
}

const list = candles()
const price = Number(list[0]?.oprice)

const placeOf = (id: string) => {
  const place = document.getElementById(id)
  if (!place) throw new Error(`the page has no ${id}`)
  return place
}

const none = (): Samples => ({
  show: [],
  tick: [],
  hover: [],
  redraw: [],
  panAll: [],
  zoomAll: [],
  panCandlesticks: [],
  zoomCandlesticks: [],
})

const sides = {
  own: ownSide(placeOf('own'), list),
  uplot: uplotSide(placeOf('uplot'), list),
  lightweight: lightweightSide(placeOf('lightweight'), list),
}

const back = (round: number) => (round % 20 < 10 ? -1 : 1)
const moves = {
  pan: (side: Side, round: number) => frameOf(side, () => side.pan(back(round) * 23)),
  zoom: (side: Side, round: number) => frameOf(side, () => side.zoom(back(round) * 10)),
}

/** Alternates the charts, so that other load affects all of them. They stay on the page. */
async function measure() {
  const own = { side: sides.own, samples: none() }
  const uplot = { side: sides.uplot, samples: none() }
  const lightweight = { side: sides.lightweight, samples: none() }
  const all = [own, uplot, lightweight]
  const rounds = async (
    name: keyof Samples,
    count: number,
    gap: number,
    act: (side: Side, round: number) => Promise<number> | number,
    charts = all,
  ) => {
    for (let round = 0; round < count + WARM_UP; round++) {
      await pause(gap)
      for (const { side, samples } of round % 2 ? charts : charts.toReversed()) {
        const sample = await act(side, round)
        if (round >= WARM_UP) samples[name].push(sample)
      }
    }
  }
  await rounds('show', SHOWS, 16, async (side, round) => {
    const sample = await firstRender(side)
    if (round === 0) await proveComplete(side)
    side.hide()
    return sample
  })
  for (const { side } of all) await firstRender(side)
  await rounds('tick', TICKS, TICK_GAP_MS, (side, round) =>
    timed(side, () => side.tick(price * (1 + (round % 5) / 10_000))),
  )
  await rounds('hover', SWEEPS, 16, sweep)
  await rounds('redraw', REDRAWS, 16, (side, round) => timed(side, () => side.redraw(round)))
  const movable = [own, lightweight]
  for (const [name, act, hours] of [
    ['panAll', moves.pan, null],
    ['zoomAll', moves.zoom, null],
    ['panCandlesticks', moves.pan, CANDLESTICKS],
    ['zoomCandlesticks', moves.zoom, CANDLESTICKS],
  ] as const) {
    for (const { side } of movable) await side.limit(hours)
    await rounds(name, FRAMES, 0, act, movable)
  }
  return { own: own.samples, uplot: uplot.samples, lightweight: lightweight.samples }
}

/** Moves one chart for `frames` frames; the bench process measures the processor time of the page. */
async function play(name: keyof typeof sides, move: keyof typeof moves, frames: number) {
  for (let round = 0; round < frames; round++) await moves[move](sides[name], round)
}

/** Shows the newest `hours` of a chart; all with null. */
const limit = (name: keyof typeof sides, hours: number | null) => sides[name].limit(hours)

/** Entry points for the bench process. */
Object.assign(globalThis, { measure, play, limit })
