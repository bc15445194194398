import { join } from 'node:path'
import type { Database } from '#api/infrastructure/database/database.ts'
import { addPeople } from './fill.ts'
import { pgbenchScript, type Statement } from './statements.ts'

/** Size of the product's pool. */
const CLIENTS = 20
const EACH = 400

/**
 * Runs `statements`, recorded for user `userId`, for a new user each time; returns runs per second. Each
 * statement is a transaction with the server's durability, as in the product.
 */
export async function pgbench(run: {
  database: Database
  url: string
  folder: string
  statements: readonly Statement[]
  userId: number
}): Promise<number> {
  const first = await addPeople(run.database, CLIENTS * EACH)
  const script = join(run.folder, 'votes.sql')
  const lines = [
    '\\set run :run + 1',
    `\\set user ${first - 1} + :client_id * ${EACH} + :run`,
    pgbenchScript(run.statements, { name: 'user', value: run.userId }),
  ]
  await Bun.write(script, `${lines.join('\n')}\n`)
  const load = ['-n', '-M', 'prepared', '-j', '1', '-c', `${CLIENTS}`, '-t', `${EACH}`]
  const child = Bun.spawn(['pgbench', ...load, '-D', 'run=0', '-f', script, run.url], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  const tps = /tps = ([\d.]+) \(without/.exec(output)?.[1]
  if (tps === undefined || (await child.exited) !== 0) {
    throw new Error(`pgbench failed: ${errors}${output}`)
  }
  return Number(tps)
}
