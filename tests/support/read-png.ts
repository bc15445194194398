import { crc32, inflateSync } from 'node:zlib'

/** Decodes an 8-bit RGBA PNG without filters and verifies its checksums. */
export function readPng(file: Buffer) {
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new Error('not a PNG')
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    const body = file.subarray(at + 4, at + 8 + length)
    if (crc32(body) !== file.readUInt32BE(at + 8 + length)) throw new Error('a check sum is wrong')
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) })
    at += 12 + length
  }
  const [header, data, end] = chunks
  if (header?.type !== 'IHDR' || data?.type !== 'IDAT' || end?.type !== 'IEND') {
    throw new Error('chunks are missing')
  }
  const width = header.data.readUInt32BE(0)
  const height = header.data.readUInt32BE(4)
  if (header.data.toString('hex', 8) !== '0806000000') throw new Error('another kind of PNG')
  const rows = inflateSync(data.data)
  if (rows.length !== (width * 4 + 1) * height) throw new Error('rows are missing')
  const pixel = (x: number, y: number) => {
    const at = y * (width * 4 + 1) + 1 + x * 4
    return [...rows.subarray(at, at + 4)]
  }
  return { width, height, pixel }
}
