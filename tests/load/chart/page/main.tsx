import '#desktop/renderer/app/styles/tokens.css'
import '#desktop/renderer/app/styles/base.css'
import { ownSide } from './own.tsx'
import { candles } from './series.ts'
import type { Side } from './side.ts'
import { uplotSide } from './uplot-baseline.ts'

/** Durations of single actions, milliseconds. */
interface Samples {
  show: number[]
  tick: number[]
  hover: number[]
  redraw: number[]
}

const SHOWS = 40
const TICKS = 30
const SWEEPS = 60
/** Pointer moves per measurement; one alone is below the timer's resolution. */
const MOVES = 25
const REDRAWS = 40
/** Warm-up rounds of each action. */
const WARM_UP = 5
/** The product draws at most four prices per second. */
const TICK_GAP_MS = 260

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Forces layout and the canvas's pixels instead of waiting for the next frame. */
function settle({ place }: Side): void {
  place.getBoundingClientRect()
  place.querySelector('canvas')?.getContext('2d')?.getImageData(0, 0, 1, 1)
}

async function timed(side: Side, act: () => Promise<void> | void): Promise<number> {
  const begin = performance.now()
  await act()
  settle(side)
  return performance.now() - begin
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

/** Alternates the charts, so that other load affects both. */
async function measure() {
  const none = (): Samples => ({ show: [], tick: [], hover: [], redraw: [] })
  const own = { side: ownSide(placeOf('own'), list), samples: none() }
  const baseline = { side: uplotSide(placeOf('baseline'), list), samples: none() }
  const rounds = async (
    name: keyof Samples,
    count: number,
    gap: number,
    act: (side: Side, round: number) => Promise<number> | number,
  ) => {
    for (let round = 0; round < count + WARM_UP; round++) {
      await pause(gap)
      for (const { side, samples } of round % 2 ? [own, baseline] : [baseline, own]) {
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
  for (const { side } of [own, baseline]) await side.show()
  await rounds('tick', TICKS, TICK_GAP_MS, (side, round) =>
    timed(side, () => side.tick(price * (1 + (round % 5) / 10_000))),
  )
  await rounds('hover', SWEEPS, 16, sweep)
  await rounds('redraw', REDRAWS, 16, (side, round) => timed(side, () => side.redraw(round)))
  return { own: own.samples, baseline: baseline.samples }
}

/** Entry point for the bench process. */
Object.assign(globalThis, { measure })
