import { Chart } from 'chart.js'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { ChartPlot } from '#desktop/renderer/features/chart/components/chart-plot.tsx'
import { getDrawing, getLevels } from '#desktop/renderer/features/chart/model/drawing.ts'
import { NO_MARKS } from '#desktop/renderer/features/chart/model/marks.ts'
import { presetOf } from '#desktop/renderer/features/chart/model/preset.ts'
import type { Viewport } from '#desktop/renderer/features/chart/model/viewport.ts'
import type { Platform } from '#desktop/renderer/platform/platform.ts'
import { createServices } from '#desktop/renderer/platform/services.ts'
import { ServicesProvider } from '#desktop/renderer/platform/services-provider.tsx'
import type { Candle } from '#shared/contract/candles.ts'
import { HOUR_MS } from '#shared/rules/time.ts'
import { NOW, rounds } from './series.ts'
import type { Side } from './side.ts'

const platform: Platform = {
  kind: 'web',
  apiOrigin: location.origin,
  vault: {
    read: () => null,
    write: () => {},
    clear: () => {},
    onExternalChange: () => () => {},
    delegate: null,
  },
  preferences: {
    read: () => null,
    write: () => true,
    remove: () => {},
    onExternalChange: () => () => {},
  },
  adSlots: [],
  renderGoogleButton: null,
  withLock: (_, task) => task(),
  signIn: { kind: 'redirect', start: async () => null },
  openLive: () => ({ start() {}, wake() {}, watchVotes() {}, watchThread() {}, stop() {} }),
  desktop: null,
}

const NO_ALERTS: readonly [] = []

/** The product's chart with two rounds and the vote being written. */
export function ownSide(place: HTMLElement, list: readonly Candle[]): Side {
  const services = createServices({ platform, onExpired: () => {}, route: () => '/vote' })
  services.clock.sync(new Date(NOW).toISOString())
  const preset = presetOf(list, 'long', null)
  const { target1, target2 } = rounds(list)
  let root: Root | null = null
  let time = NOW
  let viewport: Viewport | null = null
  const ignore = () => {}

  const draw = (votes: number) => {
    const counted = { ...target2, votes: { ...target2.votes, up: votes } }
    const focus = { kind: 'write', choice: 'up' } as const
    const drawingAt = (oldest: number) => getDrawing(focus, { target1, target2: counted }, oldest)
    flushSync(() =>
      root?.render(
        <ServicesProvider services={services}>
          <ChartPlot
            series={list}
            preset={preset}
            viewport={viewport}
            onViewport={ignore}
            getDrawing={drawingAt}
            levels={getLevels(focus, counted)}
            alerts={NO_ALERTS}
            marks={NO_MARKS}
            reference={target2.refPrice}
          />
        </ServicesProvider>,
      ),
    )
  }

  const turnWheel = (delta: { deltaX?: number; deltaY?: number }) => {
    const slider = place.querySelector('[role=slider]')
    const { left = 0, top = 0 } = slider?.getBoundingClientRect() ?? {}
    const where = { clientX: left + 500, clientY: top + 200, ctrlKey: true, cancelable: true }
    slider?.dispatchEvent(new WheelEvent('wheel', { ...where, ...delta }))
  }

  return {
    place,
    drawsInFrames: false,
    pan: (x) => turnWheel({ deltaX: x }),
    zoom: (turn) => turnWheel({ deltaY: turn }),
    async limit(hours) {
      const to = (list[0]?.otime ?? 0) + HOUR_MS
      viewport = hours === null ? null : { from: to - hours * HOUR_MS, to }
      draw(0)
    },
    show() {
      root = createRoot(place)
      draw(0)
    },
    isDrawn() {
      const canvas = place.querySelector('canvas')
      const chart = canvas && Chart.getChart(canvas)
      // The part drawn last.
      return Boolean(chart?.config.options?.plugins?.annotation)
    },
    async tick(price) {
      time += 1000
      const at = new Date(time).toISOString()
      const value = price.toFixed(2)
      services.live.price.setState({
        value,
        time: at,
        source: 'x',
        market: 'real',
        freshness: 'live',
      })
    },
    hover(x) {
      const slider = place.querySelector('[role=slider]')
      const { left = 0, top = 0 } = slider?.getBoundingClientRect() ?? {}
      const where = { clientX: left + x, clientY: top + 200, bubbles: true }
      slider?.dispatchEvent(new PointerEvent('pointermove', where))
    },
    async redraw(count) {
      draw(count)
    },
    hide() {
      root?.unmount()
      root = null
    },
  }
}
