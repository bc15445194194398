import type { SocketEvents } from '#desktop/shared/stream-link.ts'

/** What is needed of a WebSocket. */
export interface StreamSocket {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close' | 'error', listener: () => void): void
  close(): void
}

export type StreamSocketClass = new (url: string) => StreamSocket

/**
 * Opens a WebSocket. An error ends it as well: in some versions of Node no close follows one when the
 * connection was never there.
 */
export function openSocket(
  Socket: StreamSocketClass,
  url: string,
  { onMessage, onClose }: SocketEvents,
): () => void {
  const socket = new Socket(url)
  socket.addEventListener('message', ({ data }) => onMessage(data))
  socket.addEventListener('close', onClose)
  socket.addEventListener('error', onClose)
  return () => socket.close()
}
