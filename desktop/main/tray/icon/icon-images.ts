import { drawIcon } from './draw.ts'
import { encodePng } from './png.ts'
import type { TrayIcon } from './tray-icon.ts'

/** What is needed of an Electron NativeImage. */
export interface IconImage {
  addRepresentation(options: { scaleFactor: number; buffer: Buffer }): void
  setTemplateImage(isTemplate: boolean): void
}

/** What is needed of Electron's `nativeImage`. */
export interface Images<Image extends IconImage> {
  createFromBuffer(buffer: Buffer, options: { scaleFactor: number }): Image
}

/** The scales of displays that systems offer; a picture of its own for each stays sharp. */
export const SCALES = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3] as const

/**
 * The side of the icon at scale 1. The menu bar of macOS has room for 18 points and the Windows
 * taskbar for 16. On Linux a panel of unknown height gets the picture of scale 1 and shrinks it, which
 * looks better than a stretched one.
 */
export function iconSize(system: string): number {
  if (system === 'darwin') return 18
  return system === 'win32' ? 16 : 32
}

/** Makes the pictures of the tray, each once. `system` is `darwin`, `win32` or `linux`. */
export function createIconImages<Image extends IconImage>(
  images: Images<Image>,
  system: string,
): (icon: TrayIcon) => Image {
  const isTemplate = system === 'darwin'
  const made = new Map<string, Image>()

  const make = (icon: TrayIcon): Image => {
    const png = (scale: number) =>
      encodePng(drawIcon(icon, Math.round(iconSize(system) * scale), isTemplate))
    const image = images.createFromBuffer(png(1), { scaleFactor: 1 })
    for (const scale of SCALES.slice(1)) {
      image.addRepresentation({ scaleFactor: scale, buffer: png(scale) })
    }
    if (isTemplate) image.setTemplateImage(true)
    return image
  }

  return (icon) => {
    const key = `${icon.direction} ${icon.state}`
    const image = made.get(key) ?? make(icon)
    made.set(key, image)
    return image
  }
}
