import type { SocketEvents } from '#desktop/common/stream-link.ts'

/** What is needed of a WebSocket. */
export interface StreamSocket {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: () => void): void
  close(): void
}

export type StreamSocketClass = new (url: string) => StreamSocket

/** Opens a WebSocket. An error needs no listener of its own: a close always follows it. */
export function openSocket(
  Socket: StreamSocketClass,
  url: string,
  { onMessage, onClose }: SocketEvents,
): () => void {
  const socket = new Socket(url)
  socket.addEventListener('message', ({ data }) => onMessage(data))
  socket.addEventListener('close', onClose)
  return () => socket.close()
}
