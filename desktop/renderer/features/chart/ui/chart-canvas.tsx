import {
  Chart,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js'
import annotation from 'chartjs-plugin-annotation'
import { useMemo, useState } from 'react'
import { Chart as ReactChart } from 'react-chartjs-2'
import type { Frame } from '#desktop/renderer/features/chart/model/frame.ts'
import type { Scene } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Store } from '#desktop/shared/store.ts'
import { canvasData } from './canvas-data.ts'
import { type AxisWords, canvasOptions } from './canvas-options.ts'
import type { Palette } from './palette.ts'

Chart.register(LineController, LineElement, PointElement, LinearScale, annotation)

/** Says where the plot lies after each layout, for what is drawn over it. */
function frameTeller(frame: Store<Frame | null>): Plugin<'line'> {
  return {
    id: 'frame',
    afterUpdate({ width, chartArea: { left, right, top, bottom }, scales: { x, y } }) {
      if (!x || !y) return
      const reach = { xMin: x.min, xMax: x.max, yMin: y.min, yMax: y.max }
      frame.set({ width, left, right, top, bottom, ...reach })
    },
  }
}

interface ChartCanvasProps {
  scene: Scene
  palette: Palette
  words: AxisWords
  /** Is told where the plot lies. */
  frame: Store<Frame | null>
}

/** The canvas. It fills its parent, which has to be positioned and hold nothing else. */
export function ChartCanvas({ scene, palette, words, frame }: ChartCanvasProps) {
  const [plugins] = useState(() => [frameTeller(frame)])
  const data = useMemo(() => canvasData(scene, palette), [scene, palette])
  const options = useMemo(() => canvasOptions(scene, palette, words), [scene, palette, words])
  // Updates in Chart.js's mode "none" would keep the radius and colour of points from the draw before.
  return (
    <ReactChart type="line" data={data} options={options} plugins={plugins} aria-hidden="true" />
  )
}
