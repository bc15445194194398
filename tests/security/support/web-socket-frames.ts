import { randomBytes } from 'node:crypto'
import { STREAM_PATH } from '#shared/contract/endpoints.ts'
import { eventually } from '#tests/support/eventually.ts'
import { head, type RawConnection, rawConnection } from './raw-http.ts'

export const TEXT = 0x1
export const CONTINUATION = 0x0
export const CLOSE = 0x8
export const PING = 0x9

export interface FrameOptions {
  /** Upper half of the first byte: FIN and the reserved bits. Default 0x8. */
  flags?: number
  /** Clients must mask; default true. */
  isMasked?: boolean
  /** A false payload length. */
  claims?: number
}

/** The bytes of one WebSocket frame as a client sends it. */
export function frame(opcode: number, payload: Buffer | string, options: FrameOptions = {}) {
  const { flags = 0x8, isMasked = true } = options
  const data = Buffer.from(payload)
  const length = options.claims ?? data.length
  const bit = isMasked ? 0x80 : 0
  const start = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  start[0] = (flags << 4) | opcode
  if (length < 126) start[1] = bit | length
  else if (length < 65_536) {
    start[1] = bit | 126
    start.writeUInt16BE(length, 2)
  } else {
    start[1] = bit | 127
    start.writeBigUInt64BE(BigInt(length), 2)
  }
  if (!isMasked) return Buffer.concat([start, data])
  const mask = randomBytes(4)
  return Buffer.concat([start, mask, data.map((byte, index) => byte ^ (mask[index % 4] ?? 0))])
}

/** The upgrade request of the stream with optional extra headers. */
export function upgrade(...headers: string[]): string {
  return head(
    `GET ${STREAM_PATH}`,
    ...(headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: 127.0.0.1']),
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  )
}

/** Requests the stream and resolves after the first reply bytes. */
export async function requestStream(port: number, ...headers: string[]): Promise<RawConnection> {
  const connection = await rawConnection(port)
  connection.write(upgrade(...headers))
  await eventually(() => connection.isOver() || connection.statuses().length > 0, {
    what: 'a reply to the upgrade',
  })
  return connection
}
