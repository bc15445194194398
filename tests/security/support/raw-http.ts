import { connect, type Socket } from 'node:net'
import { eventually } from '#tests/support/eventually.ts'

/** A TCP connection that says exactly the bytes a test wants said. */
export interface RawConnection {
  write(bytes: string | Uint8Array): void
  /** All that came back so far, one character a byte. */
  received(): string
  /** The status of each whole or begun reply so far, oldest first. */
  statuses(): number[]
  /** Whether the other side has ended it. */
  isOver(): boolean
  close(): void
  socket: Socket
}

const STATUS_LINE = /HTTP\/1\.1 (\d{3})/g

/** Opens a connection to a server on this machine. */
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
  // A server that hangs up on nonsense resets the connection; that is an answer too.
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
 * Sends `bytes` and answers once the server has replied to a marked request that follows them on
 * a connection of its own, or has hung up: by then it has read the bytes.
 */
export async function answersTo(port: number, bytes: string | Uint8Array): Promise<RawConnection> {
  const connection = await rawConnection(port)
  connection.write(bytes)
  await eventually(() => connection.isOver() || connection.statuses().length > 0, {
    what: `an answer to ${JSON.stringify(String(bytes).slice(0, 200))}`,
  })
  return connection
}

/** The head of a request as it goes over the wire, its lines as given. */
export function head(line: string, ...headers: string[]): string {
  return `${[`${line} HTTP/1.1`, ...headers].join('\r\n')}\r\n\r\n`
}
