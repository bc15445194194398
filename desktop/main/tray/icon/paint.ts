import type { Picture } from './png.ts'
import type { Shape } from './shape.ts'

/** One shape in one color: red, green and blue from 0 to 255. */
export interface Layer {
  shape: Shape
  color: readonly [number, number, number]
}

/** The side of the square that shapes are drawn in. */
export const UNITS = 16

/** Paints layers over each other, the first at the bottom, on a square of `size` pixels. */
export function paint(layers: readonly Layer[], size: number): Picture {
  const pixels = new Uint8Array(size * size * 4)
  const unit = UNITS / size
  for (let index = 0; index < size * size; index += 1) {
    const x = ((index % size) + 0.5) * unit
    const y = (Math.floor(index / size) + 0.5) * unit
    let [red, green, blue, alpha] = [0, 0, 0, 0]
    for (const { shape, color } of layers) {
      // An edge that runs through a pixel covers it by how far it is from the middle.
      const cover = Math.min(1, Math.max(0, 0.5 - shape(x, y) / unit))
      const under = alpha * (1 - cover)
      red = red * under + color[0] * cover
      green = green * under + color[1] * cover
      blue = blue * under + color[2] * cover
      alpha = under + cover
      if (alpha > 0) {
        red /= alpha
        green /= alpha
        blue /= alpha
      }
    }
    pixels.set([red, green, blue, alpha * 255].map(Math.round), index * 4)
  }
  return { width: size, height: size, pixels }
}
