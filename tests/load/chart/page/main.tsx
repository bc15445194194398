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
  const begin = performance.now()
  await act()
  settle(side)
  return performance.now() - begin
}

/** Time from an input to the pixels of its frame, without the wait for the frame. */
async function frameOf(side: Side, act: () => void): Promise<number> {
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

/** Alternates the charts, so that other load affects all of them. */
async function measure() {
  const own = { side: ownSide(placeOf('own'), list), samples: none() }
  const uplot = { side: uplotSide(placeOf('uplot'), list), samples: none() }
  const lightweight = { side: lightweightSide(placeOf('lightweight'), list), samples: none() }
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
  await rounds('show', SHOWS, 16, async (side) => {
    const sample = await timed(side, side.show)
    side.hide()
    return sample
  })
  for (const { side } of all) await side.show()
  await rounds('tick', TICKS, TICK_GAP_MS, (side, round) =>
    timed(side, () => side.tick(price * (1 + (round % 5) / 10_000))),
  )
  await rounds('hover', SWEEPS, 16, sweep)
  await rounds('redraw', REDRAWS, 16, (side, round) => timed(side, () => side.redraw(round)))
  const movable = [own, lightweight]
  const back = (round: number) => (round % 20 < 10 ? -1 : 1)
  const pan = (side: Side, round: number) => frameOf(side, () => side.pan(back(round) * 23))
  const zoom = (side: Side, round: number) => frameOf(side, () => side.zoom(back(round) * 10))
  for (const { side } of movable) await side.limit(null)
  await rounds('panAll', FRAMES, 0, pan, movable)
  for (const { side } of movable) await side.limit(null)
  await rounds('zoomAll', FRAMES, 0, zoom, movable)
  for (const { side } of movable) await side.limit(CANDLESTICKS)
  await rounds('panCandlesticks', FRAMES, 0, pan, movable)
  for (const { side } of movable) await side.limit(CANDLESTICKS)
  await rounds('zoomCandlesticks', FRAMES, 0, zoom, movable)
  return { own: own.samples, uplot: uplot.samples, lightweight: lightweight.samples }
}

/** Entry point for the bench process. */
Object.assign(globalThis, { measure })
