import type { AnnotationOptions, AnnotationPluginOptions } from 'chartjs-plugin-annotation'
import { lineLabel, type VoteLine } from '#desktop/renderer/features/chart/model/drawing.ts'
import type { Scene } from '#desktop/renderer/features/chart/model/scene.ts'
import { FONT_SIZE } from './axes.ts'
import type { ChartColors } from './chart-colors.ts'

const SMALL_FONT_SIZE = 9
/** The plugin animates separately from the chart. */
const NO_ANIMATIONS = { numbers: { duration: 0 }, colors: { duration: 0 } }

/** The label at the end of a vote line: its shape and, with counts, its votes. */
function labelOf(line: VoteLine, counts: boolean, colors: ChartColors): AnnotationOptions {
  return {
    type: 'label',
    xValue: line.to.x,
    yValue: line.to.y,
    content: lineLabel(line, counts),
    color: colors[line.direction],
    // The label of the closed round ends inside the live one, whose lines may pass below it.
    backgroundColor: colors.background,
    font: { size: (counts ? FONT_SIZE : SMALL_FONT_SIZE) * colors.scale, family: colors.font },
    padding: 2,
    position: { x: 'start', y: 'center' },
    xAdjust: 3,
  }
}

/** The ±5 % band, behind everything, and the labels of the vote lines. */
export function drawingAnnotations(
  { drawing: { lines, band }, options: { counts } }: Scene,
  colors: ChartColors,
): AnnotationPluginOptions {
  const labels: Record<string, AnnotationOptions> = Object.fromEntries(
    lines.map((line) => [line.key, labelOf(line, counts, colors)] as const),
  )
  const style = { backgroundColor: colors.band, borderWidth: 0 }
  const annotations: Record<string, AnnotationOptions> = band
    ? { ...labels, band: { type: 'box', drawTime: 'beforeDatasetsDraw', ...band, ...style } }
    : labels
  return { annotations, animations: NO_ANIMATIONS }
}
