import { crc32, deflateSync } from 'node:zlib'

/** A picture: rows of red, green, blue and alpha, a byte each, not premultiplied. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** The picture as a PNG file (W3C PNG, eight bits a channel, no filter: they are tiny). */
export function encodePng({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  // Truecolor with alpha.
  header[9] = 6
  const row = width * 4
  const rows = Buffer.alloc((row + 1) * height)
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1)
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
