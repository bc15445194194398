import type { ChartData } from 'chart.js'
import type { CallLine } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Point } from '#desktop/renderer/features/chart/model/point.ts'
import type { Scene } from '#desktop/renderer/features/chart/model/scene.ts'
import type { Palette } from './palette.ts'

const DASHES = [4, 6]

function callDataset(
  { key, direction, from, to, solid }: CallLine,
  radius: number,
  palette: Palette,
) {
  const colour = palette[direction]
  return {
    label: key,
    data: [from, to],
    borderColor: colour,
    pointBackgroundColor: colour,
    borderWidth: solid ? 2.5 : 1.5,
    borderDash: solid ? [] : DASHES,
    pointRadius: radius,
    pointBorderWidth: 0,
  }
}

/** The price and the lines of the calls, as the canvas draws them. */
export function canvasData(scene: Scene, palette: Palette): ChartData<'line', Point[]> {
  const { points, drawing, look } = scene
  const price = {
    label: 'price',
    data: points,
    borderColor: palette.price,
    pointBackgroundColor: palette.price,
    borderWidth: 1.5,
    borderDash: [],
    pointRadius: look.pointRadius,
    pointBorderWidth: 0,
  }
  const calls = drawing.lines.map((line) => callDataset(line, look.targetRadius, palette))
  return { labels: [], datasets: [price, ...calls] }
}
