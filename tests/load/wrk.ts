import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const WrkResult = Type.Object({
  requests: Type.Integer(),
  perSecond: Type.Number(),
  failed: Type.Integer(),
  p50: Type.Number(),
  p99: Type.Number(),
})

/** Result of a wrk run; latencies in milliseconds. */
export interface WrkRun {
  requests: number
  perSecond: number
  p50: number
  p99: number
}

export interface WrkOptions {
  url: string
  seconds: number
  connections?: number
  headers?: Record<string, string>
  /** A Lua script of this folder with its arguments. */
  script?: string
  args?: string[]
}

const inFolder = (name: string) => new URL(name, import.meta.url).pathname

/** Runs wrk with one thread, half of two cores. Throws when a request failed. */
export async function wrk(options: WrkOptions): Promise<WrkRun> {
  const { url, seconds, connections = 64, headers = {}, script = 'reply.lua', args = [] } = options
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const load = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', inFolder(script)]
  const child = Bun.spawn(['wrk', ...load, ...named, url, '--', ...args], { stderr: 'inherit' })
  const output = await new Response(child.stdout).text()
  const run: unknown = JSON.parse(output.trim().split('\n').pop() ?? 'null')
  if (!Value.Check(WrkResult, run)) throw new Error(`wrk did not report: ${output}`)
  if (run.failed > 0) throw new Error(`${run.failed} of ${run.requests} requests to ${url} failed`)
  return run
}
