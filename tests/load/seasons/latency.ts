/** Requests in flight at once: latency is measured, not throughput. */
const AT_ONCE = 4

async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now()
  const reply = await fetch(url, { headers })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${reply.status} from ${url}`)
  return performance.now() - begin
}

export interface Latency {
  p50: number
  p99: number
}

/** Requests all `urls`; response times in ms. Throws on an error reply. */
export async function latencyOf(
  urls: readonly string[],
  headers: Record<string, string> = {},
): Promise<Latency> {
  const times: number[] = []
  const queue = urls.values()
  const work = async () => {
    for (const url of queue) times.push(await timeOf(url, headers))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
