/** Carries messages between instances, best effort in both directions. */
export interface EventTransport {
  /** Scheme, host and port of the server, without credentials. */
  readonly address: string
  /** The longest message, in bytes of UTF-8. */
  readonly maxBytes: number
  /** Resolves once messages are received; rejects when the first connection fails. */
  start(handlers: TransportHandlers): Promise<void>
  /** Sends soon and in order; drops the message while disconnected. */
  send(message: string): void
  /** Sends what is pending and disconnects for good. */
  stop(): Promise<void>
}

export interface TransportHandlers {
  /** May also receive what this instance has sent. */
  onMessage(message: string): void
  onDisconnect(error: Error): void
  /** Messages are received again; those sent in the meantime may be lost. */
  onReconnect(): void
}

/** Scheme, host and port of a URL, without credentials. */
export function addressOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
