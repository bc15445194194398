import { describe, expect, test } from 'bun:test'
import { readConfig } from './config.ts'
import { childEnvironment } from './config-cluster.ts'

const SERVER = { DATABASE_URL: 'postgres://db/t' }

/** What a start on Linux with these settings is refused with. */
const refusal = (environment: Record<string, string>, platform = 'linux'): string => {
  try {
    readConfig(environment, platform)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'accepted'
}

describe('several processes', () => {
  test('are taken on Linux with a PostgreSQL server and a port', () => {
    expect(readConfig({ ...SERVER, PROCESSES: '3' }, 'linux').processes).toBe(3)
    expect(readConfig({ ...SERVER, PROCESSES: '64' }, 'linux').processes).toBe(64)
  })

  test.each([
    ['another system', { ...SERVER, PROCESSES: '2' }, 'darwin', 'behind a proxy'],
    ['another system', { ...SERVER, PROCESSES: '2' }, 'win32', 'behind a proxy'],
    ['the embedded database', { PROCESSES: '2' }, 'linux', 'needs DATABASE_URL'],
    ['any free port', { ...SERVER, PROCESSES: '2', PORT: '0' }, 'linux', 'needs a PORT'],
  ])('are refused on %s, in one line', (_, environment, platform, words) => {
    const message = refusal(environment, platform)
    expect(message).toStartWith('PROCESSES ')
    expect(message).toContain(words)
    expect(message).not.toContain('\n')
  })

  test('one process has none of these needs', () => {
    expect(refusal({ PROCESSES: '1', PORT: '0' }, 'win32')).toBe('accepted')
  })
})

describe('the connections of a process', () => {
  const share = (environment: Record<string, string>) =>
    readConfig({ ...SERVER, ...environment }, 'linux').databaseConnections

  test.each([
    ['1', 20],
    ['2', 10],
    ['3', 8],
    ['8', 8],
    ['16', 4],
    ['64', 4],
  ])('of %s are %d unless something else is said', (count, connections) => {
    expect(share({ PROCESSES: count })).toBe(connections)
  })

  test('by default fit a PostgreSQL as installed, one more process for a rolling restart included', () => {
    for (let count = 1; count <= 15; count++) {
      const outside = 2
      expect((count + 1) * (share({ PROCESSES: `${count}` }) + outside)).toBeLessThanOrEqual(97)
    }
  })

  test('are an even share of what all may have', () => {
    expect(share({ DATABASE_CONNECTIONS: '50' })).toBe(50)
    expect(share({ PROCESSES: '4', DATABASE_CONNECTIONS: '50' })).toBe(12)
    expect(share({ PROCESSES: '4', DATABASE_CONNECTIONS: '16' })).toBe(4)
  })

  test.each([
    { DATABASE_CONNECTIONS: '3' },
    { DATABASE_CONNECTIONS: '10001' },
    { DATABASE_CONNECTIONS: 'many' },
    { DATABASE_CONNECTIONS: '15', PROCESSES: '4' },
    { DATABASE_CONNECTIONS: '20', DATABASE_URL: '' },
  ])('that cannot be are refused in one line: %o', (environment) => {
    const message = refusal({ ...SERVER, ...environment })
    expect(message).toStartWith('DATABASE_CONNECTIONS ')
    expect(message).not.toContain('\n')
  })
})

describe('the mark of a child', () => {
  test.each([
    { number: 1, signInIssuer: null },
    { number: 64, signInIssuer: 'http://127.0.0.1:3001' },
  ])('arrives as it was given: %o', (mark) => {
    expect(readConfig(childEnvironment(mark)).child).toEqual(mark)
  })

  test('is passed on with the rest of the environment', () => {
    const mark = { number: 2, signInIssuer: null }
    expect(childEnvironment(mark).PATH).toBe(process.env.PATH ?? '')
  })
})
