import { existsSync, readFileSync } from 'node:fs'
import { StrictEmitter, strict } from './strict.ts'

interface Representation {
  scaleFactor: number
  png: Buffer
}

type Implemented =
  | 'toPNG'
  | 'toDataURL'
  | 'isEmpty'
  | 'getSize'
  | 'setTemplateImage'
  | 'isTemplateImage'
  | 'addRepresentation'
  | 'getScaleFactors'

/** Fake of `NativeImage` that stores its PNGs. */
export class StandInImage extends StrictEmitter implements Pick<Electron.NativeImage, Implemented> {
  readonly representations: Representation[] = []
  private template = false

  constructor(png?: Buffer, scaleFactor = 1) {
    super()
    if (png && png.length > 0) this.representations.push({ png: Buffer.from(png), scaleFactor })
  }

  toPNG(): Buffer {
    return this.representations[0]?.png ?? Buffer.alloc(0)
  }
  toDataURL(): string {
    return `data:image/png;base64,${this.toPNG().toString('base64')}`
  }
  isEmpty(): boolean {
    return this.representations.length === 0
  }
  /** Size in points: pixels of the PNG header divided by the scale. */
  getSize(): Electron.Size {
    const [first] = this.representations
    if (!first) return { width: 0, height: 0 }
    const { png, scaleFactor } = first
    return { width: png.readUInt32BE(16) / scaleFactor, height: png.readUInt32BE(20) / scaleFactor }
  }
  getScaleFactors(): number[] {
    return this.representations.map(({ scaleFactor }) => scaleFactor)
  }
  setTemplateImage(isTemplate: boolean): void {
    this.template = isTemplate
  }
  isTemplateImage(): boolean {
    return this.template
  }
  addRepresentation(options: Electron.AddRepresentationOptions): void {
    const { buffer, dataURL, scaleFactor = 1 } = options
    const png = buffer ?? Buffer.from(dataURL?.split(',')[1] ?? '', 'base64')
    this.representations.push({ png: Buffer.from(png), scaleFactor })
  }
}

/**
 * Reads a picture as Electron does: a PNG with its `@2x` file, of an ICO every size. Throws for a
 * missing file.
 */
export function imageOf(path: string): StandInImage {
  const file = readFileSync(path)
  const image = new StandInImage()
  if (path.endsWith('.ico')) {
    for (let entry = 0; entry < file.readUInt16LE(4); entry++) {
      const at = 6 + 16 * entry
      const [length, offset] = [file.readUInt32LE(at + 8), file.readUInt32LE(at + 12)]
      const scaleFactor = (file[at] || 256) / 16
      image.addRepresentation({ buffer: file.subarray(offset, offset + length), scaleFactor })
    }
    return image
  }
  image.addRepresentation({ buffer: file })
  const double = path.replace(/\.png$/, '@2x.png')
  if (existsSync(double)) image.addRepresentation({ buffer: readFileSync(double), scaleFactor: 2 })
  return image
}

/**
 * Pixels of a tray icon that a system draws at a display's scale: Windows takes the size from an
 * ICO, else the first picture; Linux takes the largest; macOS the picture of the scale.
 */
export function drawnPixels(image: StandInImage, path: string, system: string, scale: number) {
  const sizes = image.representations.map(({ png }) => png.readUInt32BE(16))
  const [first = 0] = sizes
  if (system === 'linux') return Math.max(...sizes)
  if (system === 'win32' && !path.endsWith('.ico')) return first
  const wanted = (system === 'win32' ? 16 : first) * scale
  return sizes.toSorted((a, b) => a - b).find((size) => size >= wanted) ?? Math.max(...sizes)
}

/** Fake of `nativeImage`. A missing file gives an empty image, as in Electron. */
export const standInNativeImage = () =>
  strict('nativeImage', {
    createEmpty: () => new StandInImage(),
    createFromBuffer: (png: Buffer, options: Electron.CreateFromBufferOptions = {}) =>
      new StandInImage(png, options.scaleFactor),
    createFromDataURL: (url: string) =>
      new StandInImage(Buffer.from(url.split(',')[1] ?? '', 'base64')),
    createFromPath(path: string) {
      try {
        return new StandInImage(readFileSync(path))
      } catch {
        return new StandInImage()
      }
    },
  })
