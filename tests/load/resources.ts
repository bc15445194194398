import type { Loaded, LoadedProduct } from './processes.ts'

async function metricOf({ url }: Loaded, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`the server does not report ${name}`)
  return Number(value)
}

/** Resident memory of the server in bytes, from its metrics. */
export const residentBytes = (server: Loaded) => metricOf(server, 'process_resident_memory_bytes')

/** The same after a garbage collection. */
export async function memoryOf(product: LoadedProduct): Promise<number> {
  await product.collect()
  return residentBytes(product)
}

/** CPU time of the server since its start, in seconds, of all its threads. */
export const cpuSeconds = (server: Loaded) => metricOf(server, 'process_cpu_seconds_total')
