import { readFileSync } from 'node:fs'

/** CPU time of this thread in ms, without garbage collection and compilation in other threads. */
export function threadCpu(): number {
  if (process.platform !== 'linux') return process.cpuUsage().user / 1000
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
