/** A square image: side in pixels and PNG data. @typedef {{ size: number, png: Buffer }} Picture */

/** Block types of each size in an .icns; some serve as another size's 2x image. */
const ICNS_TYPES = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['icp6', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
])

/**
 * Builds a Windows icon: a directory of 16 bytes per entry, then the PNGs (Windows Vista and later).
 * A side of 256 is stored as 0.
 * @param {readonly Picture[]} pictures at most 256 pixels wide
 */
export function toIco(pictures) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}

/**
 * Builds a macOS icon: blocks of a four-letter type, a length that includes both, and a PNG.
 * @param {readonly Picture[]} pictures of 16, 32, 64, 128, 256, 512 and 1024 pixels
 */
export function toIcns(pictures) {
  const blocks = ICNS_TYPES.map(([type, size]) => {
    const picture = pictures.find((one) => one.size === size)
    if (!picture) throw new Error(`no picture of ${size} pixels`)
    return block(type, picture.png)
  })
  return block('icns', Buffer.concat(blocks))
}

/**
 * @param {string} type
 * @param {Buffer} content
 */
function block(type, content) {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}
