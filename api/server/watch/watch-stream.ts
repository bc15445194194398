import type { Metrics } from '#api/infrastructure/metrics.ts'
import type { Connections } from '#api/live/connections.ts'
import type { Stream } from '#api/live/stream.ts'

/** The live stream. */
export function watchStream(
  { watch, watchTotal }: Metrics,
  open: Connections,
  stream: Pick<Stream, 'stats'>,
): void {
  watch('tidemark_stream_listeners', 'Open live streams', open.size)
  watch(
    'tidemark_stream_slow_listeners',
    'Listeners that have not taken all that was sent to them',
    () => stream.stats().slow,
  )
  watchTotal(
    'tidemark_stream_messages_total',
    'Messages published; each goes to every listener',
    () => stream.stats().messages,
  )
  watchTotal(
    'tidemark_stream_refused_total',
    'Streams refused because there were too many',
    () => stream.stats().refused,
  )
  watchTotal(
    'tidemark_stream_broken_total',
    'Streams that ended without a goodbye: slow readers cut off, connections that broke',
    () => stream.stats().broken,
  )
}
