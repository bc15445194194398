import { existsSync, readFileSync } from 'node:fs'
import { StrictEmitter, strict } from './strict.ts'

interface Representation {
  scaleFactor: number
  png: Buffer
}

/** Width and height in pixels, of the header. */
const pixelsOf = ({ png }: Pick<Representation, 'png'>): Electron.Size => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
})

/** The header of a PNG alone, for a picture whose pixels are at hand. */
function headerOf({ width, height }: Electron.Size): Buffer {
  const header = Buffer.alloc(24)
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
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
  /** Pixels of a picture from memory, BGRA. */
  bitmap: Buffer | null = null
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
    const { width, height } = pixelsOf(first)
    return { width: width / first.scaleFactor, height: height / first.scaleFactor }
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
  const sizes = image.representations.map((one) => pixelsOf(one).width)
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
    createFromBitmap(bitmap: Buffer, { scaleFactor, ...size }: Electron.CreateFromBitmapOptions) {
      if (bitmap.length !== size.width * size.height * 4) throw new Error('invalid buffer size')
      const image = new StandInImage(headerOf(size), scaleFactor)
      image.bitmap = Buffer.from(bitmap)
      return image
    },
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
