import type { AxisRange } from './scene.ts'

/** The plot's rectangle in its box (CSS pixels) and its axis ranges. Both axes are linear. */
export interface PlotArea extends AxisRange {
  left: number
  right: number
  top: number
  bottom: number
  /** Size of the whole box. */
  width: number
  height: number
  /** Whether hours are candlesticks; else they are points of a line. */
  hasCandlesticks: boolean
  /** Size of text in relation to its usual one. */
  scale: number
}

export const toPixelX = ({ left, right, xMin, xMax }: PlotArea, x: number): number =>
  left + ((x - xMin) / (xMax - xMin)) * (right - left)

export const toPixelY = ({ top, bottom, yMin, yMax }: PlotArea, y: number): number =>
  bottom - ((y - yMin) / (yMax - yMin)) * (bottom - top)

export const fromPixelX = ({ left, right, xMin, xMax }: PlotArea, pixel: number): number =>
  xMin + ((pixel - left) / (right - left)) * (xMax - xMin)

export const fromPixelY = ({ top, bottom, yMin, yMax }: PlotArea, pixel: number): number =>
  yMin + ((bottom - pixel) / (bottom - top)) * (yMax - yMin)
