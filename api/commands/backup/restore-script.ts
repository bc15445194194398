const SETTING = '\nSET transaction_timeout = 0;\n'
/** Has no row, and so no effect, on a server that lacks the setting. */
const WHERE_KNOWN =
  "\nSELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings" +
  " WHERE name = 'transaction_timeout';\n"
/** The header has less than one kilobyte; no more of a script is held back than this (bytes). */
const HEADER_MAX = 65_536
/** In the header of every script, after the settings of time limits and before all objects and rows. */
const AFTER_LIMITS = '\nSELECT pg_catalog.set_config('

/**
 * The script of a pg_restore for servers of every version: since 17 it sets `transaction_timeout`, which
 * PostgreSQL 15 and 16 refuse. Rows, which may contain the same line, are unchanged.
 */
export async function* portableScript(script: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let header: Buffer | null = Buffer.alloc(0)
  for await (const part of script) {
    if (header === null) {
      yield part
      continue
    }
    header = Buffer.concat([header, part])
    const end = header.indexOf(AFTER_LIMITS)
    if (end < 0 && header.length < HEADER_MAX) continue
    const limits = Math.max(end, 0)
    yield Buffer.from(header.toString('utf8', 0, limits).replace(SETTING, WHERE_KNOWN))
    yield header.subarray(limits)
    header = null
  }
  if (header !== null) yield header
}
