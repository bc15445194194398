import type { Loaded, LoadedProduct } from './processes.ts'

/** Resident memory of the server in bytes, from its metrics. */
export async function residentBytes({ url }: Loaded): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]
  if (bytes === undefined) throw new Error('the server does not report its memory')
  return Number(bytes)
}

/** The same after a garbage collection. */
export async function memoryOf(product: LoadedProduct): Promise<number> {
  await product.collect()
  return residentBytes(product)
}
