import { ConfigError } from '#api/infrastructure/config.ts'
import { explainConnectionError } from './connection-errors.ts'
import { databaseId } from './database-id.ts'
import { isTransactionPooler, tracksStatements } from './pooler.ts'
import { ReadOnlyServer } from './primary.ts'
import { openSession } from './session.ts'

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

const CARRIES_NEITHER =
  'leads to a transaction pooler, which carries neither LISTEN nor session locks'

/** Names the setting whose server cannot be reached or takes no writes. */
async function at<T>(setting: Setting, url: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ReadOnlyServer)) throw explainConnectionError(error, setting, url)
    throw new ConfigError(`${setting} must lead to a server that takes writes: ${error.message}.`)
  }
}

async function readId(url: string): Promise<string> {
  const options = { url, name: 'tidemark-start', timeoutMs: 5_000, onLost: () => {} }
  const session = await openSession(options)
  return databaseId(session).finally(() => session.close())
}

const idAt = (setting: Setting, url: string) => at(setting, url, readId(url))

/**
 * Checks that connections to the direct address are sessions on a server that takes writes.
 * @throws ConfigError, DatabaseConnectionError
 */
export async function checkDirectAddress(url: string, directUrl: string): Promise<void> {
  await checkSessions(url === directUrl ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', directUrl)
}

async function checkSessions(setting: Setting, url: string): Promise<void> {
  if (!(await at(setting, url, isTransactionPooler(url)))) return
  const action = setting === 'DATABASE_URL' ? 'set DATABASE_DIRECT_URL' : 'set it'
  throw new ConfigError(
    `${setting} ${CARRIES_NEITHER}: ${action} to the server, or to a pooler in session mode.`,
  )
}

/**
 * Checks both addresses before anything relies on a session.
 * @returns whether statements of the pool may have names
 * @throws ConfigError, DatabaseConnectionError
 */
export async function checkAddresses(url: string, directUrl: string): Promise<boolean> {
  await checkDirectAddress(url, directUrl)
  if (directUrl === url) return true
  const directId = await idAt('DATABASE_DIRECT_URL', directUrl)
  if (directId !== (await idAt('DATABASE_URL', url))) {
    throw new ConfigError('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.')
  }
  const hasTracking = async () => !(await isTransactionPooler(url)) || (await tracksStatements(url))
  return at('DATABASE_URL', url, hasTracking())
}
