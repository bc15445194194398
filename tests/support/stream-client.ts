import { STREAM_PATH, StreamMessage } from '#shared/contract/stream.ts'
import { conform } from './api-client.ts'
import { eventually } from './eventually.ts'

type MessageOf<Kind extends StreamMessage['type']> = Extract<StreamMessage, { type: Kind }>

/** A listener of the live stream; every message is held against the contract. */
export interface StreamClient {
  /** All messages so far, oldest first. */
  messages: StreamMessage[]
  /** The same as they came over the wire. */
  raw: string[]
  /** Waits for the next message of a kind that `next` has not answered yet. */
  next<Kind extends StreamMessage['type']>(kind: Kind): Promise<MessageOf<Kind>>
  /** Says something, which a listener should not. */
  say(text: string): void
  close(): void
  /** How the server, or the network, ended it; null while it is open. */
  ended(): { code: number; reason: string } | null
}

/** Opens the stream of the server at `url`; resolves once it is open. */
export async function openStream(url: string): Promise<StreamClient> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${STREAM_PATH}`)
  const messages: StreamMessage[] = []
  const raw: string[] = []
  const answered = new Map<string, number>()
  let opened = false
  let end: { code: number; reason: string } | null = null
  const broken: unknown[] = []
  socket.addEventListener('open', () => {
    opened = true
  })
  socket.addEventListener('close', ({ code, reason }) => {
    end = { code, reason }
  })
  socket.addEventListener('message', ({ data }) => {
    raw.push(`${data}`)
    try {
      messages.push(conform(StreamMessage, JSON.parse(`${data}`)))
    } catch (error) {
      broken.push(error)
    }
  })
  const isOf =
    <Kind extends StreamMessage['type']>(kind: Kind) =>
    (message: StreamMessage): message is MessageOf<Kind> =>
      message.type === kind
  await eventually(() => opened || end !== null, { what: 'the stream opens' })
  return {
    messages,
    raw,
    async next(kind) {
      const place = answered.get(kind) ?? 0
      answered.set(kind, place + 1)
      const find = () => messages.filter(isOf(kind))[place]
      await eventually(() => find() !== undefined || broken.length > 0, {
        what: `message ${place + 1} of kind ${kind}`,
      })
      if (broken.length > 0) throw broken[0]
      const found = find()
      if (!found) throw new Error(`there is no ${kind}`)
      return found
    },
    say: (text) => socket.send(text),
    close: () => socket.close(),
    ended: () => end,
  }
}
