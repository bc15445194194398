import { PGlite } from '@electric-sql/pglite'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { PrismaPGlite } from 'pglite-prisma-adapter'

const SCHEMA_PATH = new URL('../../prisma/schema.prisma', import.meta.url).pathname
const NO_FILTER = { externalTables: [], externalEnums: [] }

type DiffStart = { tag: 'empty' } | { tag: 'database' }

let ready: Promise<void> | undefined

/** The engine's WebAssembly module is passed explicitly: Bun cannot import .wasm code. */
function loadEngine(): Promise<void> {
  ready ??= (async () => {
    const path = new URL(
      './schema_engine_bg.wasm',
      import.meta.resolve('@prisma/schema-engine-wasm'),
    )
    const module = await WebAssembly.compile(await Bun.file(path).arrayBuffer())
    const instance = await WebAssembly.instantiate(module, {
      './schema_engine_bg.js': { ...bindings },
    })
    bindings.__wbg_set_wasm(instance.exports)
    const start = instance.exports.__wbindgen_start
    if (typeof start === 'function') start()
  })()
  return ready
}

/**
 * The SQL from an empty database, or from `database`, to `schema.prisma`; works offline. SQL comments
 * alone mean that they are equal.
 */
export async function schemaDiff(from: DiffStart, database = new PGlite()): Promise<string> {
  await loadEngine()
  const content = await Bun.file(SCHEMA_PATH).text()
  const files = [{ path: SCHEMA_PATH, content }]
  const engine: SchemaEngine = await bindings.SchemaEngine.new(
    { datamodels: [[SCHEMA_PATH, content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(database)),
  )
  const result = await engine.diff({
    from: from.tag === 'empty' ? from : { tag: 'schemaDatasource', files, configDir: '.' },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: NO_FILTER,
  })
  return result.stdout ?? ''
}
