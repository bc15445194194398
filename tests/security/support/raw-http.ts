import { connect, type Socket } from 'node:net'
import { eventually } from '#tests/support/eventually.ts'

/** A TCP connection that sends exact bytes. */
export interface RawConnection {
  write(bytes: string | Uint8Array): void
  /** Everything received so far, one character per byte. */
  received(): string
  /** Status of every reply started so far, oldest first. */
  statuses(): number[]
  /** Whether the server has closed the connection. */
  isOver(): boolean
  close(): void
  socket: Socket
}

const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g

/** Opens a connection to a server on localhost. */
export async function rawConnection(port: number): Promise<RawConnection> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isOpen = false
  let isOver = false
  socket.on('connect', () => {
    isOpen = true
  })
  socket.on('data', (part) => {
    text += part.toString('latin1')
  })
  socket.on('close', () => {
    isOver = true
  })
  // A reset by the server counts as closed.
  socket.on('error', () => {
    isOver = true
  })
  await eventually(() => isOpen || isOver, { what: 'the connection opens' })
  return {
    write: (bytes) => {
      socket.write(bytes)
    },
    received: () => text,
    statuses: () => [...text.matchAll(STATUS_LINE)].map(([, status]) => Number(status)),
    isOver: () => isOver,
    close: () => socket.destroy(),
    socket,
  }
}

/**
 * Sends `bytes` and resolves once the server has read them: it has replied to a marker request sent
 * after them on the same connection, or has closed it.
 */
export async function sendAndRead(
  port: number,
  bytes: string | Uint8Array,
): Promise<RawConnection> {
  const connection = await rawConnection(port)
  connection.write(bytes)
  await eventually(() => connection.isOver() || connection.statuses().length > 0, {
    what: `a reply to ${JSON.stringify(String(bytes).slice(0, 200))}`,
  })
  return connection
}

/** A request head with the given lines, CRLF-terminated. */
export function head(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`
}
